# cython: language_level=3, autotestdict=False, embedsignature=False
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, freethreading_compatible=True
"""Loops over arrays of deals. Deals are rows of card masks, bit 13*suit + rank-2, jokers 52 and 53.

Every function checks shapes and values first, since the loops check nothing.
All loops run without the GIL: they read and write only the memory of their arrays.
"""

from libc.math cimport INFINITY, erfc, exp, sqrt
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from layout cimport (
    CardMask, countr_zero, kAllCards, kBigJoker, kDeckSize, kJokers, kLittleJoker, kMaxHand, kMaxSeats, kMinSeats,
    kRanks, kSuits, popcount, suit_mask,
)

cdef enum:
    MAX_COLUMNS = 7  # six hands and a kitty
    MAX_NODES = 128  # a tree of at most 54 classes of cards has fewer

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
    """A uniform number from 0 to n-1, by multiplication with rejection (Lemire 2019)."""
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
        128 bits that seed the stream, and the number of the first row in it.
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
                    # The last column gets all cards left, so their order needs no draw.
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


cdef bint _is_tree(
    const int32_t[:, ::1] children,
    const int32_t[::1] card_first,
    const int32_t[::1] state_first,
    const uint8_t[:, ::1] counts,
    const int32_t[::1] choice_first,
    const int32_t[:, ::1] chosen,
) noexcept nogil:
    """Whether a tree reaches every node once and all its states and choices are inside the arrays."""
    cdef Py_ssize_t nodes = children.shape[0], states = counts.shape[0], choices = chosen.shape[0], i, t
    cdef int node, side, child, group, total
    cdef int parents[MAX_NODES]
    if card_first[0] != 0 or state_first[0] != 0 or state_first[1] != 1 or choice_first[0] != 0:
        return False
    if card_first[nodes] > kDeckSize or state_first[nodes] != states or choice_first[states] != choices:
        return False
    for t in range(states):
        if choice_first[t] > choice_first[t + 1]:
            return False
    for node in range(nodes):
        parents[node] = 0
        if card_first[node] > card_first[node + 1] or state_first[node] >= state_first[node + 1]:
            return False
    for node in range(nodes):
        for t in range(state_first[node], state_first[node + 1]):
            total = 0
            for group in range(counts.shape[1]):
                total += counts[t, group]
            if total != card_first[node + 1] - card_first[node]:
                return False
            if (choice_first[t] == choice_first[t + 1]) != (children[node, 0] < 0):
                return False
        for side in range(2):
            child = children[node, side]
            if child < 0 and children[node, 0] < 0:
                continue
            if not node < child < nodes:
                return False
            parents[child] += 1
            for i in range(choice_first[state_first[node]], choice_first[state_first[node + 1]]):
                if not state_first[child] <= chosen[i, side] < state_first[child + 1]:
                    return False
    for node in range(1, nodes):
        if parents[node] != 1:
            return False
    return True


def draw_layouts(
    uint64_t[:, ::1] layouts,
    const uint64_t[::1] rows,
    const uint64_t[::1] known,
    const uint8_t[::1] needs,
    const uint8_t[::1] group_of,
    const int32_t[:, ::1] children,
    const uint8_t[::1] cards,
    const int32_t[::1] card_first,
    const int32_t[::1] state_first,
    const uint8_t[:, ::1] counts,
    const int32_t[::1] choice_first,
    const uint64_t[::1] thresholds,
    const int32_t[:, ::1] chosen,
    uint64_t key_low,
    uint64_t key_high,
):
    """Fill every row with a random layout: how many cards of each class go where is chosen down a tree.

    A node of the tree stands for some of the cards; its state says how many of them each group of columns
    gets. An inner node splits its state between two children; a leaf deals its cards, which may all lie in
    the same groups. In the end each group shares its cards out among its columns.

    Parameters
    ----------
    layouts : uint64, shape (n, columns), C-contiguous, at most 7 columns
        Written: ``known`` and the cards drawn.
    rows : uint64, shape (n,)
        Their numbers in the stream: each seeds a generator of its own.
    known : uint64, shape (columns,)
        Cards that each column has in every row.
    needs, group_of : uint8, shape (columns,)
        Cards to draw for each column, and its group.
    children : int32, shape (nodes, 2), at most 128 nodes
        For an inner node two later ones, for a leaf -1. The first node is the root and has one state.
    cards : uint8, shape (cards,)
        Card indices 0-53 of the leaves, each once.
    card_first, state_first : int32, shape (nodes + 1,)
        Where the cards and the states of each node begin and end. Inner nodes have no cards.
    counts : uint8, shape (states, groups)
        How many cards a leaf in this state gives each group; nothing for inner nodes.
    choice_first : int32, shape (states + 1,)
        Where the choices of each state begin and end. Leaves have none.
    thresholds : uint64, shape (choices,)
        Cumulative probabilities of the choices of a state, times 2**64. The last choice gets the rest.
    chosen : int32, shape (choices, 2)
        The states of both children.
    key_low, key_high : int
        128 bits that seed the stream.
    """
    cdef int columns = <int>layouts.shape[1], groups = <int>counts.shape[1], nodes = <int>children.shape[0]
    cdef Py_ssize_t row, low, high, middle
    cdef int32_t state[MAX_NODES]
    cdef uint8_t pile[MAX_COLUMNS][kDeckSize]
    cdef int piled[MAX_COLUMNS]
    cdef int used[MAX_COLUMNS]
    cdef uint8_t deck[kDeckSize]
    cdef int column, group, node, i, j, end, size, last, total = 0
    cdef int32_t at
    cdef uint64_t mask, draw
    cdef Generator g
    cdef bint good = (
        1 <= layouts.shape[1] <= MAX_COLUMNS and 1 <= counts.shape[1] <= MAX_COLUMNS
        and 1 <= children.shape[0] <= MAX_NODES and children.shape[1] == 2 and chosen.shape[1] == 2
        and rows.shape[0] == layouts.shape[0] and known.shape[0] == columns and needs.shape[0] == columns
        and group_of.shape[0] == columns and card_first.shape[0] == nodes + 1 and state_first.shape[0] == nodes + 1
        and choice_first.shape[0] == counts.shape[0] + 1 and chosen.shape[0] == thresholds.shape[0]
    )
    if not good or not _is_tree(children, card_first, state_first, counts, choice_first, chosen):
        raise ValueError("draw_layouts: the arrays of the tree do not agree")
    for column in range(columns):
        total += needs[column]
        good = good and group_of[column] < groups
    for i in range(cards.shape[0]):
        good = good and cards[i] < kDeckSize
    if not good or total != cards.shape[0] or total != card_first[nodes]:
        raise ValueError("draw_layouts: the columns and the cards do not agree")

    with nogil:
        for row in range(layouts.shape[0]):
            g = _generator(key_low, key_high, rows[row])
            for group in range(groups):
                piled[group] = 0
                used[group] = 0
            state[0] = 0
            for node in range(nodes):
                at = state[node]
                if children[node, 0] >= 0:
                    low = choice_first[at]
                    high = choice_first[at + 1] - 1
                    draw = _next(&g) if low < high else 0
                    while low < high:
                        middle = (low + high) // 2
                        if draw < thresholds[middle]:
                            high = middle
                        else:
                            low = middle + 1
                    state[children[node, 0]] = chosen[low, 0]
                    state[children[node, 1]] = chosen[low, 1]
                    continue
                size = card_first[node + 1] - card_first[node]
                for i in range(size):
                    deck[i] = cards[card_first[node] + i]
                i = 0
                for group in range(groups):
                    end = i + counts[at, group]
                    while i < end:
                        # The last group gets all cards left, so their order needs no draw.
                        j = i + <int>_below(&g, <uint32_t>(size - i)) if end < size else i
                        pile[group][piled[group]] = deck[j]
                        deck[j] = deck[i]
                        piled[group] += 1
                        i += 1
            for column in range(columns):
                group = group_of[column]
                mask = known[column]
                size = piled[group]
                end = min(used[group] + needs[column], size)
                for i in range(used[group], end):
                    j = i + <int>_below(&g, <uint32_t>(size - i)) if end < size else i
                    mask |= <uint64_t>1 << pile[group][j]
                    pile[group][j] = pile[group][i]
                used[group] = end
                layouts[row, column] = mask


def first_bad_deal(const uint64_t[:, ::1] deals, int seats):
    """The first row whose hands are not all of one size from 1 to 16, that has a card twice or a bit that is no card.

    -1 if there is none. `deals` has shape (n, seats), or (n, seats + 1) with a kitty in the last column.
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


def count_suits(const uint64_t[:, ::1] deals, uint8_t[:, :, ::1] lengths):
    """Write clubs, diamonds, hearts, spades and jokers of every hand to `lengths`, of shape (n, columns, 5)."""
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
include "play_policy.pxi"
include "call_policy.pxi"
include "read_text.pxi"
include "write_text.pxi"
include "hand_table.pxi"
