"""Observations: a seat's view as numbers, for programs that learn.

A view declares with `bounds` which of its fields are observed and in which range. `layout` turns a view into numbers,
in one layout for each game and number of seats. A game may write the same numbers directly from its state, with the
`pieces` of the layout, if that costs less than a view (`Views.observer`).
"""
