"""The tiny game of the tests as a folder of games has it."""
