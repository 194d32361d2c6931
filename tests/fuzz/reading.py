"""What all targets share: bytes as text, and what must hold where a text is refused."""

import warnings

from whistsolve.errors import WhistError

#: Messages name what was wrong, with at most 80 characters of each value, and list what was expected.
SHORTEST, LONGEST = 10, 520


def text_of_bytes(data):
    """Any bytes as text; those that are no UTF-8 become lone surrogates, which text may hold too."""
    return data.decode("utf-8", "surrogateescape")


def accepted(read):
    """What was read; ``None`` where it was refused with a message. Any other error passes through: a find."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of lines that were passed over
            return read()
    except WhistError as error:
        message = str(error)
        assert SHORTEST <= len(message) <= LONGEST, f"{len(message)} characters: {message[:80]!r}"
        assert message.isprintable(), f"control characters: {message!r}"
        return None
