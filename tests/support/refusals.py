"""What is refused: tables of values, each with words that its message has."""

import re


def assert_refused(call, error, cases):
    """Each value of a table is refused by the error, with a message in which the pattern is found."""
    wrong = []
    for value, pattern in cases:
        try:
            said = f"nothing, but gave {call(value)!r}"
        except error as raised:
            said = str(raised)
        if not re.search(pattern, said):
            wrong.append(f"{value!r}: expected {pattern!r}, and it said {said}")
    assert not wrong, "\n".join(wrong)
