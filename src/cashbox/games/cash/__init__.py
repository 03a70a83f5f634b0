"""CASH: trading firms, borrowed money, and a license that can be investigated, for 2 to 8 traders."""
