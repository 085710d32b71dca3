"""The strategy files that the interop writer makes: every kind, and more than one of some."""

NAMES = [
    "toeplitz",
    "toeplitz_plain",
    "banded",
    "banded_rates",
    "identity",
    "inverse_toeplitz",
    "dense",
    "stamped",
    "blt",
    "tree",
    "tree_own_node",
    "recursive_blt",
    "balls_in_bins",
    "shuffled_users",
    "toeplitz_before_9",
]
