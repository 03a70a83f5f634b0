"""What a seat sees as numbers, for programs that learn.

A view says with `bounds` which of its fields are observed and in which range. `layout` makes the numbers of a view, all
views of a game and a number of seats having the same. A game may write the same numbers from its state, with the
`pieces` of the layout, where that costs less than a view (`Views.observer`).
"""
