# Deals and hands as masks from text as they are printed: included by _kernels.pyx.
#
# Any other text, right or wrong, is left to the reader in Python, which knows all forms and says what is wrong.

from cpython.unicode cimport PyUnicode_AsUTF8AndSize

cdef enum:
    FIELDS = 4


cdef inline int _rank(char letter) noexcept nogil:
    """The rank of a letter as printed, 0 for the two; below 0 for any other character."""
    if c'2' <= letter <= c'9':
        return letter - c'2'
    if letter == c'T':
        return 8
    if letter == c'J':
        return 9
    if letter == c'Q':
        return 10
    if letter == c'K':
        return 11
    return 12 if letter == c'A' else -1


cdef Py_ssize_t _read_hand(const char* text, Py_ssize_t at, Py_ssize_t end, uint64_t* mask) noexcept nogil:
    """Read spades.hearts.diamonds.clubs and perhaps .jokers; where it ends, below 0 where it is not so printed."""
    cdef int field = 0, rank
    cdef uint64_t found = 0, card
    while at < end and text[at] != c' ':
        if text[at] == c'.':
            field += 1
            if field > FIELDS:
                return -1
        else:
            if field < FIELDS:
                rank = _rank(text[at])
                if rank < 0:
                    return -1
                card = <uint64_t>1 << (kRanks * (kSuits - 1 - field) + rank)
            elif text[at] == c'B':
                card = <uint64_t>1 << kBigJoker
            elif text[at] == c'L':
                card = <uint64_t>1 << kLittleJoker
            else:
                return -1
            if found & card:
                return -1
            found |= card
        at += 1
    mask[0] = found
    return at if field >= FIELDS - 1 else -1


cdef bint _read_deal(const char* text, Py_ssize_t end, uint64_t* row, int seats) noexcept nogil:
    """Read the hands of one deal, and its kitty behind them or nothing; whether it is so printed and a deal."""
    cdef int first = -1, seat, size = 0
    cdef Py_ssize_t at = 2
    cdef uint64_t mask, seen = 0
    if end < 3 or text[1] != c':':
        return False
    if seats == 4:
        for seat in range(4):
            if text[0] == b"NESW"[seat]:
                first = seat
    elif c'0' <= text[0] < c'0' + seats:
        first = text[0] - c'0'
    if first < 0:
        return False
    for seat in range(seats):
        if seat:
            if at >= end or text[at] != c' ':
                return False
            at += 1
        at = _read_hand(text, at, end, &mask)
        if at < 0 or mask & seen or (seat and popcount(mask) != size):
            return False
        size = popcount(mask)
        if not 1 <= size <= kMaxHand:
            return False
        seen |= mask
        row[(first + seat) % seats] = mask
    row[seats] = 0
    if at == end:
        return True
    if end - at < 3 or text[at] != c' ' or text[at + 1] != c'|' or text[at + 2] != c' ':
        return False
    at = _read_hand(text, at + 3, end, &mask)
    if at != end or mask & seen:
        return False
    row[seats] = mask
    return True


def masks_of_deals(list texts, uint64_t[:, ::1] deals, Py_ssize_t start):
    """Read texts of deals as they are printed into `deals`, of shape (texts, seats + 1), the kitty last.

    Begins with row `start`. Returns the first row whose text is no such text, or the number of texts.
    """
    cdef Py_ssize_t row, size
    cdef const char* text
    cdef int seats = <int>deals.shape[1] - 1
    if deals.shape[0] != len(texts) or not kMinSeats <= seats <= kMaxSeats or start < 0:
        raise ValueError("masks_of_deals: the shapes of the arrays do not agree")
    for row in range(start, deals.shape[0]):
        if not isinstance(texts[row], str):
            return row
        try:
            text = PyUnicode_AsUTF8AndSize(texts[row], &size)
        except UnicodeEncodeError:
            return row
        if not _read_deal(text, size, &deals[row, 0], seats):
            return row
    return deals.shape[0]


def mask_of_hand(text):
    """The mask of a hand from text as it is printed; None from anything else."""
    cdef Py_ssize_t size
    cdef const char* utf8
    cdef uint64_t mask = 0
    if not isinstance(text, str):
        return None
    try:
        utf8 = PyUnicode_AsUTF8AndSize(text, &size)
    except UnicodeEncodeError:
        return None
    return mask if _read_hand(utf8, 0, size, &mask) == size else None
