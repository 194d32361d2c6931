# Deals from masks as the text that `str` of a Deal gives, and the lines of a batch: included by _kernels.pyx.

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize

cdef enum:
    A_NUMBER = 0  # in a template of lines: the number of the row, the text of its deal, the next of its tricks
    A_DEAL = 1
    A_TRICK = 2
    LONGEST_NUMBER = 20  # digits of 64 bits


cdef inline char* _put_number(char* at, uint64_t number) noexcept nogil:
    cdef uint64_t unit = 1
    while number // unit >= 10:
        unit *= 10
    while unit:
        at[0] = <char>(c'0' + number // unit % 10)
        at += 1
        unit //= 10
    return at


cdef inline char* _put_hand(char* at, uint64_t mask) noexcept nogil:
    """Write spades.hearts.diamonds.clubs and perhaps .jokers, and after them characters that do not count."""
    cdef int suit, rank
    for suit in range(kSuits - 1, -1, -1):
        for rank in range(kRanks - 1, -1, -1):
            at[0] = b"23456789TJQKA"[rank]
            at += mask >> (kRanks * suit + rank) & 1  # else the next overwrites it
        at[0] = c'.'
        at += suit > 0 or (mask & kJokers) != 0
    at[0] = c'B'
    at += mask >> kBigJoker & 1
    at[0] = c'L'
    return at + (mask >> kLittleJoker & 1)


cdef inline char* _put_deal(char* at, const uint64_t* row, int seats, Py_ssize_t columns) noexcept nogil:
    cdef int seat
    at[0] = c'N' if seats == 4 else c'0'
    at[1] = c':'
    at += 1
    for seat in range(seats):
        at = _put_hand(at + 1, row[seat])
        at[0] = c' '
    if columns == seats or not row[seats]:
        return at
    at[1] = c'|'
    at[2] = c' '
    return _put_hand(at + 3, row[seats])


def text_of_hand(uint64_t mask):
    """The text of a hand."""
    cdef char text[kDeckSize + kSuits + 2]
    return text[: _put_hand(text, mask) - text].decode("ascii")


cdef Py_ssize_t _longest(const uint64_t[:, ::1] deals) noexcept nogil:
    """At least the bytes of the texts of all rows and of one more character, whatever the masks."""
    cdef Py_ssize_t row, column, size = 1
    for row in range(deals.shape[0]):
        size += 4
        for column in range(deals.shape[1]):
            size += popcount(deals[row, column]) + kSuits + 1
    return size


cdef bint _fits(bytes template, Py_ssize_t cells):
    """Whether a row of a template has a number and a deal at most, and so many tricks."""
    return template.count(A_NUMBER) < 2 and template.count(A_DEAL) < 2 and template.count(A_TRICK) == cells


def texts_of_deals(
    bytes template, const uint64_t[:, ::1] deals, int seats, const int64_t[::1] numbers, const uint8_t[:, ::1] tricks
):
    """A template for each row, filled in with the text of its deal, its number and its tricks: bytes.

    In the template, ASCII, a byte 0 stands for the number, 1 for the deal, 2 for the next of the tricks. `deals` has
    shape (n, seats), or (n, seats + 1) with a kitty in the last column, `tricks` (n, cells). Numbers are 0 or more.
    """
    cdef Py_ssize_t row, i, cell, rows = deals.shape[0], length = len(template)
    cdef const char* form = template
    cdef bytes found
    cdef char *begin, *at
    cdef bint good = kMinSeats <= seats <= kMaxSeats and seats <= deals.shape[1] <= seats + 1
    if not good or not numbers.shape[0] == rows == tricks.shape[0] or not _fits(template, tricks.shape[1]):
        raise ValueError("texts_of_deals: the template and the shapes of the arrays do not agree")
    found = PyBytes_FromStringAndSize(NULL, rows * (length + 3 * tricks.shape[1] + LONGEST_NUMBER) + _longest(deals))
    begin = at = PyBytes_AS_STRING(found)
    with nogil:
        for row in range(rows):
            cell = 0
            for i in range(length):
                if form[i] == A_NUMBER:
                    at = _put_number(at, <uint64_t>numbers[row])
                elif form[i] == A_DEAL:
                    at = _put_deal(at, &deals[row, 0], seats, deals.shape[1])
                elif form[i] == A_TRICK:
                    at = _put_number(at, tricks[row, cell])
                    cell += 1
                else:
                    at[0] = form[i]
                    at += 1
    return found[: at - begin]


def columns_of_texts(bytes template, bytes texts, int32_t[::1] ends, int64_t[::1] numbers, uint8_t[:, ::1] tricks):
    """Read what `texts_of_deals` wrote back into arrays; the texts of the deals, with their `ends` from a 0 on.

    None if it is not as many rows as the arrays have, or not of this template.
    """
    cdef Py_ssize_t row, i, cell, rows = numbers.shape[0], length = len(template)
    cdef const char* form = template
    cdef const char* at = texts  # ends with a zero, which is neither a digit nor text of a template
    cdef const char* end = at + <Py_ssize_t>len(texts)
    cdef bytes found = PyBytes_FromStringAndSize(NULL, len(texts))
    cdef char *begin = PyBytes_AS_STRING(found), *text = begin
    cdef int64_t number
    if ends.shape[0] != rows + 1 or tricks.shape[0] != rows or not _fits(template, tricks.shape[1]):
        raise ValueError("columns_of_texts: the template and the shapes of the arrays do not agree")
    with nogil:
        ends[0] = 0
        for row in range(rows):
            cell = 0
            for i in range(length):
                if form[i] == A_DEAL:
                    while at < end and at[0] != c'"':
                        text[0] = at[0]
                        text += 1
                        at += 1
                    ends[row + 1] = <int32_t>(text - begin)
                elif form[i] > A_TRICK:
                    if at[0] != form[i]:
                        end = NULL  # so that no more is read
                        break
                    at += 1
                else:
                    number = 0
                    while c'0' <= at[0] <= c'9':
                        number = number * 10 + at[0] - c'0'
                        at += 1
                    if form[i] == A_NUMBER:
                        numbers[row] = number
                    else:
                        tricks[row, cell] = <uint8_t>number
                        cell += 1
            if end == NULL:
                break
    return found[: text - begin] if at == end else None
