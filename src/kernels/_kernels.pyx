# cython: language_level=3, autotestdict=False, embedsignature=False
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, freethreading_compatible=True
"""Loops over arrays of deals. Deals are rows of card masks, bit 13*suit + rank-2, jokers 52 and 53.

Shapes and values are checked at the door of every function, since the loops themselves check nothing.
All loops run without the GIL: they read and write only the memory of their arrays.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from layout cimport (
    CardMask, kAllCards, kBigJoker, kDeckSize, kJokers, kLittleJoker, kMaxHand, kMaxSeats, kMinSeats, kRanks, kSuits,
    popcount, suit_mask,
)

# Six hands and a kitty.
cdef enum:
    MAX_COLUMNS = 7

DECK_SIZE = kDeckSize
LITTLE_JOKER = kLittleJoker
BIG_JOKER = kBigJoker
RANKS = kRanks
MIN_SEATS = kMinSeats
MAX_SEATS = kMaxSeats
MAX_HAND = kMaxHand


# --- Random numbers -------------------------------------------------------------------------------------------------
#
# The stream is part of what the package promises: the same seed gives the same deals in every version and on every
# machine. Every row has a generator of its own, so that rows can be drawn in any order and by any number of threads.
# Generator: xoshiro256** (Blackman and Vigna 2018), its state filled by the SplitMix64 finalizer over a counter.

cdef struct Generator:
    uint64_t a
    uint64_t b
    uint64_t c
    uint64_t d


cdef inline uint64_t _mix(uint64_t z) noexcept nogil:
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline uint64_t _word(uint64_t low, uint64_t high, uint64_t counter) noexcept nogil:
    return _mix(_mix(low + counter * <uint64_t>0x9E3779B97F4A7C15) ^ high)


cdef inline Generator _generator(uint64_t low, uint64_t high, uint64_t row) noexcept nogil:
    cdef Generator g
    g.a = _word(low, high, 4 * row + 1)
    g.b = _word(low, high, 4 * row + 2)
    g.c = _word(low, high, 4 * row + 3)
    g.d = _word(low, high, 4 * row + 4)
    if (g.a | g.b | g.c | g.d) == 0:  # the one state that would stay zero for ever
        g.a = 1
    return g


cdef inline uint64_t _rotl(uint64_t x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef inline uint64_t _next(Generator* g) noexcept nogil:
    cdef uint64_t result = _rotl(g.b * 5, 7) * 9
    cdef uint64_t t = g.b << 17
    g.c ^= g.a
    g.d ^= g.b
    g.b ^= g.c
    g.a ^= g.d
    g.c ^= t
    g.d = _rotl(g.d, 45)
    return result


cdef inline uint32_t _below(Generator* g, uint32_t n) noexcept nogil:
    """A number from 0 to n-1 with equal chances, by multiplication with rejection (Lemire 2019)."""
    cdef uint64_t product = (_next(g) >> 32) * n
    cdef uint32_t threshold
    if <uint32_t>product < n:
        threshold = (<uint32_t>0 - n) % n
        while <uint32_t>product < threshold:
            product = (_next(g) >> 32) * n
    return <uint32_t>(product >> 32)


def draw_deals(
    uint64_t[:, ::1] deals,
    const uint8_t[::1] pool,
    const uint8_t[::1] needs,
    const uint64_t[::1] known,
    uint64_t key_low,
    uint64_t key_high,
    uint64_t first_row,
):
    """Fill every row of ``deals`` with a random deal of the pool of cards.

    Parameters
    ----------
    deals : uint64, shape (n, columns), C-contiguous, at most 7 columns
        Written: ``known`` and the cards drawn.
    pool : uint8, shape (cards,)
        Card indices 0-53, each once.
    needs : uint8, shape (columns,)
        Cards to draw for each column; their sum is the size of the pool.
    known : uint64, shape (columns,)
        Cards that each column has in every row.
    key_low, key_high, first_row : int
        128 bits that name the stream, and the number of the first row in it.
    """
    cdef Py_ssize_t rows = deals.shape[0]
    cdef int columns = <int>deals.shape[1]
    cdef int cards = <int>pool.shape[0]
    cdef int total = 0
    cdef uint8_t deck[kDeckSize]
    cdef uint64_t masks[MAX_COLUMNS]
    cdef Py_ssize_t row
    cdef int column, i, j, end
    cdef uint8_t card
    cdef Generator g
    if not 1 <= deals.shape[1] <= MAX_COLUMNS or needs.shape[0] != columns or known.shape[0] != columns:
        raise ValueError("draw_deals: the columns of the arrays do not agree")
    for column in range(columns):
        total += needs[column]
    if pool.shape[0] > kDeckSize or total != cards:
        raise ValueError("draw_deals: the needs do not add up to the pool")
    for i in range(cards):
        if pool[i] >= kDeckSize:
            raise ValueError("draw_deals: a card of the pool does not exist")

    with nogil:
        for row in range(rows):
            g = _generator(key_low, key_high, first_row + <uint64_t>row)
            for i in range(cards):
                deck[i] = pool[i]
            i = 0
            for column in range(columns):
                masks[column] = known[column]
                end = i + needs[column]
                while i < end:
                    # What is left over is the last column's, in whatever order.
                    if column < columns - 1:
                        j = i + <int>_below(&g, <uint32_t>(cards - i))
                        card = deck[j]
                        deck[j] = deck[i]
                    else:
                        card = deck[i]
                    masks[column] |= <uint64_t>1 << card
                    i += 1
            for column in range(columns):
                deals[row, column] = masks[column]


def first_bad_deal(const uint64_t[:, ::1] deals, int seats):
    """The number of the first row that is no deal, or -1.

    Parameters
    ----------
    deals : uint64, shape (n, seats) or (n, seats + 1), C-contiguous
        Hands, and in the last column perhaps a kitty.
    seats : int
        How many of the columns are hands.

    Returns
    -------
    int
        The first row whose hands are not all of one size from 1 to 16, or that has a card twice or a bit
        that is no card.
    """
    cdef Py_ssize_t row, bad = -1
    cdef Py_ssize_t columns = deals.shape[1], column
    cdef uint64_t seen, mask
    cdef int size
    if not (kMinSeats <= seats <= kMaxSeats and seats <= columns <= seats + 1):
        raise ValueError("first_bad_deal: the columns do not agree with the number of seats")
    with nogil:
        for row in range(deals.shape[0]):
            seen = 0
            size = popcount(deals[row, 0])
            for column in range(columns):
                mask = deals[row, column]
                if mask & (seen | ~kAllCards) or (column < seats and popcount(mask) != size):
                    bad = row
                    break
                seen |= mask
            if size < 1 or size > kMaxHand:
                bad = row
            if bad >= 0:
                break
    return bad


def masks_of_owners(const uint8_t[:, ::1] owners, uint64_t[:, ::1] deals):
    """Turn rows that say who holds each card into rows of masks.

    Parameters
    ----------
    owners : uint8, shape (n, 54), C-contiguous
        For each card index the column that it goes to; other values leave the card out.
    deals : uint64, shape (n, columns), C-contiguous, at most 7 columns
        Written.
    """
    cdef Py_ssize_t row
    cdef int columns = <int>deals.shape[1], column, card
    cdef uint64_t masks[MAX_COLUMNS]
    if owners.shape[0] != deals.shape[0] or owners.shape[1] != kDeckSize or not 1 <= deals.shape[1] <= MAX_COLUMNS:
        raise ValueError("masks_of_owners: the shapes of the arrays do not agree")
    with nogil:
        for row in range(owners.shape[0]):
            for column in range(columns):
                masks[column] = 0
            for card in range(kDeckSize):
                if owners[row, card] < columns:
                    masks[owners[row, card]] |= <uint64_t>1 << card
            for column in range(columns):
                deals[row, column] = masks[column]


def count_suits(const uint64_t[:, ::1] deals, uint8_t[:, :, ::1] lengths):
    """Count clubs, diamonds, hearts, spades and jokers of every hand.

    Parameters
    ----------
    deals : uint64, shape (n, columns), C-contiguous
    lengths : uint8, shape (n, columns, 5), C-contiguous
        Written.
    """
    cdef Py_ssize_t row, column
    cdef int suit
    cdef uint64_t mask
    if lengths.shape[0] != deals.shape[0] or lengths.shape[1] != deals.shape[1] or lengths.shape[2] != kSuits + 1:
        raise ValueError("count_suits: the shapes of the arrays do not agree")
    with nogil:
        for row in range(deals.shape[0]):
            for column in range(deals.shape[1]):
                mask = deals[row, column]
                for suit in range(kSuits):
                    lengths[row, column, suit] = <uint8_t>popcount(mask & suit_mask(suit))
                lengths[row, column, kSuits] = <uint8_t>popcount(mask & kJokers)
