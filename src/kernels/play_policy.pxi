# How likely the cards played were in each of many layouts, by a policy of plays: included by _kernels.pyx.
#
# Cards are sorted by height here, suit by suit: bit 0 for the lowest, with a trump suit bits 13 and 14 for the jokers,
# and in no-trump a suit of their own for them.

cdef enum:
    SUITS = 5
    MAX_PLAYS = kDeckSize
    MAX_CHOICES = kDeckSize
    TRAITS = 20
    CONTEXTS = 15
    # What a joker does where the suit led cannot be followed, or is not to be led: bits of PlayFacts.jokers.
    JOKER_ANY_TIME = 1
    JOKER_DUTY = 2
    JOKER_LAST = 4

PLAY_TRAITS = TRAITS
PLAY_CONTEXTS = CONTEXTS
MOST_PLAYS = MAX_PLAYS


cdef struct PlayFacts:
    # What all see of one play; sets of cards by suit.
    uint16_t later[SUITS]
    uint16_t hidden[SUITS]
    uint16_t table[SUITS]
    uint16_t beats[SUITS]
    uint8_t partner_led
    uint8_t opponent_led
    uint8_t partner_void
    uint8_t opponent_void
    int hand
    int aside
    int follow
    int following
    int otherwise
    int jokers
    int suit
    uint16_t card


cdef struct Choice:
    # Touching cards of one suit: one of them is as good as another.
    uint16_t cards
    int suit
    int size
    double traits[TRAITS]


cdef inline void _by_height(uint64_t mask, const uint16_t[::1] heights, int trump, uint16_t* found) noexcept nogil:
    cdef int suit
    cdef uint16_t jokers = <uint16_t>((mask >> kLittleJoker) & 3)
    for suit in range(kSuits):
        found[suit] = heights[(mask >> (kRanks * suit)) & ((1 << kRanks) - 1)]
    found[kSuits] = 0
    if trump >= 0:
        found[trump] |= jokers << kRanks
    else:
        found[kSuits] = jokers


cdef inline void _legal(const PlayFacts* play, const uint16_t* own, uint16_t* legal) noexcept nogil:
    """The cards that may be played; all where the one that was played is not among them, a renege."""
    cdef int suit
    cdef bint follows = play.follow >= 0 and own[play.follow] != 0, others = False
    for suit in range(SUITS):
        legal[suit] = own[suit]
        if follows and suit != play.follow and not (suit == kSuits and play.jokers & JOKER_ANY_TIME):
            legal[suit] = 0
        others = others or (suit < kSuits and legal[suit] != 0)
    if play.follow >= 0 and not follows and play.jokers & JOKER_DUTY and own[kSuits]:
        for suit in range(kSuits):
            legal[suit] = 0
    if others and play.jokers & JOKER_LAST:
        legal[kSuits] = 0
    if not legal[play.suit] & play.card:
        for suit in range(SUITS):
            legal[suit] = own[suit]


cdef inline void _describe(
    Choice* choice, const PlayFacts* play, uint16_t own, uint16_t hidden, uint16_t lowest, int below, int trump,
    bint first_winner,
) noexcept nogil:
    """Fills the traits of a choice; `below` counts the choices of its suit that are lower."""
    cdef int suit = choice.suit, i, length = popcount(own), above = popcount(<uint64_t>(hidden & ~(lowest | (lowest - 1))))
    cdef double* x = choice.traits
    cdef bint wins = play.follow >= 0 and (play.beats[suit] & lowest) != 0, plain = suit < kSuits
    for i in range(TRAITS):
        x[i] = 0
    x[0] = wins
    x[1] = wins and first_winner
    x[2] = plain and above == 0
    x[3] = plain and above == 1
    x[4] = min(above, 4) / 4.0
    x[5] = below == 0
    x[6] = min(below, 4) / 4.0
    x[7] = suit == trump
    x[8] = length / 4.0
    x[9] = plain and length == 1
    x[10] = choice.size > 1
    x[11] = play.partner_led >> suit & 1
    x[12] = play.opponent_led >> suit & 1
    x[13] = play.partner_void >> suit & 1
    x[14] = play.opponent_void >> suit & 1
    x[15] = not plain
    x[16] = wins and above == 0
    x[17] = suit == trump and above == 0
    x[18] = min(countr_zero(<uint64_t>lowest), 12) / 12.0
    x[19] = popcount(hidden) / 13.0


cdef int _choices(
    Choice* choices, int* played, const PlayFacts* play, const uint16_t* held, const uint16_t* aside, int trump,
) noexcept nogil:
    """Lists the legal choices of a hand, touching cards as one; which of them was played; returns how many."""
    cdef uint16_t own[SUITS]
    cdef uint16_t legal[SUITS]
    cdef uint16_t hidden, rest, lowest, last, next_card
    cdef int suit, number = 0, below
    cdef bint won = False
    for suit in range(SUITS):
        own[suit] = held[suit] | play.later[suit]
    _legal(play, own, legal)
    played[0] = 0
    for suit in range(SUITS):
        if not legal[suit]:
            continue
        hidden = play.hidden[suit] & ~own[suit]
        if play.aside >= 0:
            hidden &= ~aside[suit]
        rest, below = own[suit], 0
        while rest:
            lowest = last = rest & (~rest + 1)
            rest ^= lowest
            choices[number].cards = lowest
            choices[number].size = 1
            choices[number].suit = suit
            while rest:
                next_card = rest & (~rest + 1)
                # Cards between the two that others may hold, or that lie on the table.
                if (hidden | play.table[suit]) & (next_card - 1) & ~(last | (last - 1)):
                    break
                rest ^= next_card
                last = next_card
                choices[number].cards |= next_card
                choices[number].size += 1
            _describe(&choices[number], play, own[suit], hidden, lowest, below, trump, not won)
            won = won or choices[number].traits[0] != 0
            if suit == play.suit and choices[number].cards & play.card:
                played[0] = number
            number += 1
            below += 1
    return number


cdef inline int _context(const PlayFacts* play, const uint16_t* held) noexcept nogil:
    if play.follow < 0 or held[play.follow] | play.later[play.follow]:
        return play.following
    return play.otherwise


cdef double _probability(
    const PlayFacts* play, const uint16_t* held, const uint16_t* aside, int trump, const double[:, ::1] weights,
) noexcept nogil:
    cdef Choice choices[MAX_CHOICES]
    cdef double utilities[MAX_CHOICES]
    cdef double most = -1e300, total = 0
    cdef int played, number = _choices(choices, &played, play, held, aside, trump), i, trait
    cdef int context = _context(play, held)
    if number == 1:
        return 1.0 / choices[0].size
    for i in range(number):
        utilities[i] = 0
        for trait in range(TRAITS):
            utilities[i] += weights[context, trait] * choices[i].traits[trait]
        most = max(most, utilities[i])
    for i in range(number):
        total += exp(utilities[i] - most)
    return exp(utilities[played] - most) / (total * choices[played].size)


cdef bint _read_plays(
    PlayFacts* facts, const uint64_t[:, ::1] masks, const uint8_t[:, ::1] suits, const int8_t[:, ::1] numbers,
    const uint16_t[::1] heights, int trump, int columns,
) noexcept nogil:
    """Fills the facts of each play; whether all of them are inside their bounds."""
    cdef Py_ssize_t i
    cdef int suit
    cdef uint16_t card[SUITS]
    if heights.shape[0] != 1 << kRanks or not -1 <= trump < kSuits or masks.shape[0] > MAX_PLAYS:
        return False
    if masks.shape[1] != 4 or suits.shape[1] != 4 or numbers.shape[1] != 7:
        return False
    if suits.shape[0] != masks.shape[0] or numbers.shape[0] != masks.shape[0]:
        return False
    for i in range(heights.shape[0]):
        if heights[i] >= 1 << kRanks:
            return False
    for i in range(masks.shape[0]):
        if not (
            0 <= numbers[i, 0] < columns and -1 <= numbers[i, 1] < columns and -1 <= numbers[i, 2] < SUITS
            and 0 <= numbers[i, 3] < CONTEXTS and 0 <= numbers[i, 4] < CONTEXTS and 0 <= numbers[i, 5] < 8
            and 0 <= numbers[i, 6] < kDeckSize and masks[i, 0] >> numbers[i, 6] & 1
        ):
            return False
        _by_height(masks[i, 0], heights, trump, facts[i].later)
        _by_height(masks[i, 1], heights, trump, facts[i].hidden)
        _by_height(masks[i, 2], heights, trump, facts[i].table)
        _by_height(masks[i, 3], heights, trump, facts[i].beats)
        facts[i].partner_led, facts[i].opponent_led = suits[i, 0], suits[i, 1]
        facts[i].partner_void, facts[i].opponent_void = suits[i, 2], suits[i, 3]
        facts[i].hand, facts[i].aside, facts[i].follow = numbers[i, 0], numbers[i, 1], numbers[i, 2]
        facts[i].following, facts[i].otherwise = numbers[i, 3], numbers[i, 4]
        facts[i].jokers = numbers[i, 5]
        _by_height(<uint64_t>1 << numbers[i, 6], heights, trump, card)
        for suit in range(SUITS):
            if card[suit]:
                facts[i].suit, facts[i].card = suit, card[suit]
    return True


def play_probabilities(
    const uint64_t[:, ::1] layouts,
    double[:, ::1] probabilities,
    const uint64_t[:, ::1] masks,
    const uint8_t[:, ::1] suits,
    const int8_t[:, ::1] numbers,
    const uint16_t[::1] heights,
    int trump,
    const double[:, ::1] weights,
):
    """The probability of each play in each layout, by a softmax of utilities over the legal cards.

    Touching cards are one choice: its probability is shared equally among them.

    Parameters
    ----------
    layouts : uint64, shape (n, columns), C-contiguous, at most 7 columns
        The cards left now: hands, and perhaps the kitty or the discards.
    probabilities : float64, shape (n, plays)
        Written.
    masks : uint64, shape (plays, 4), at most 54 plays
        For each play: the cards that its hand played from it on; cards of the deck that were not in a
        trick before, the one in progress counted; cards on the table; cards that would win the trick.
    suits : uint8, shape (plays, 4)
        Sets of suits: led by partners before, led by opponents; partners without it, opponents without it.
    numbers : int8, shape (plays, 7)
        Column of the hand; column of discards that it knows, or -1; suit to follow, or -1; context where it
        follows, and where it cannot; what jokers do (1 at any time, 2 the first when void, 4 last); the
        card.
    heights : uint16, shape (8192,)
        For each set of ranks the same cards as a set of heights.
    trump : int
        The suit of trumps, or -1.
    weights : float64, shape (contexts, traits)
    """
    cdef PlayFacts facts[MAX_PLAYS]
    cdef uint16_t held[MAX_COLUMNS][SUITS]
    cdef Py_ssize_t row
    cdef int columns = <int>layouts.shape[1], plays = <int>masks.shape[0], column, i
    cdef bint good = (
        1 <= layouts.shape[1] <= MAX_COLUMNS and probabilities.shape[0] == layouts.shape[0]
        and probabilities.shape[1] == masks.shape[0] and weights.shape[0] == CONTEXTS and weights.shape[1] == TRAITS
    )
    if not good or not _read_plays(facts, masks, suits, numbers, heights, trump, columns):
        raise ValueError("play_probabilities: the arrays do not agree")
    with nogil:
        for row in range(layouts.shape[0]):
            for column in range(columns):
                _by_height(layouts[row, column], heights, trump, held[column])
            for i in range(plays):
                probabilities[row, i] = _probability(
                    &facts[i], held[facts[i].hand], held[max(facts[i].aside, 0)], trump, weights
                )


def play_choices(
    const uint64_t[::1] layout,
    double[:, :, ::1] traits,
    uint8_t[:, ::1] sizes,
    int32_t[:, ::1] chosen,
    const uint64_t[:, ::1] masks,
    const uint8_t[:, ::1] suits,
    const int8_t[:, ::1] numbers,
    const uint16_t[::1] heights,
    int trump,
):
    """The choices of each play in one layout, which `play_probabilities` weighs.

    Parameters
    ----------
    layout : uint64, shape (columns,)
    traits : float64, shape (plays, 54, traits)
        Written: a row for each choice, then nothing.
    sizes : uint8, shape (plays, 54)
        Written: how many touching cards each choice has, 0 after the last.
    chosen : int32, shape (plays, 2)
        Written: the choice that was played, and the context.
    masks, suits, numbers, heights, trump
        As for `play_probabilities`.
    """
    cdef PlayFacts facts[MAX_PLAYS]
    cdef Choice choices[MAX_CHOICES]
    cdef uint16_t held[SUITS]
    cdef uint16_t aside[SUITS]
    cdef int columns = <int>layout.shape[0], plays = <int>masks.shape[0], i, j, trait, number, played
    cdef bint good = (
        1 <= layout.shape[0] <= MAX_COLUMNS and traits.shape[0] == plays and traits.shape[1] == MAX_CHOICES
        and traits.shape[2] == TRAITS and sizes.shape[0] == plays and sizes.shape[1] == MAX_CHOICES
        and chosen.shape[0] == plays and chosen.shape[1] == 2
    )
    if not good or not _read_plays(facts, masks, suits, numbers, heights, trump, columns):
        raise ValueError("play_choices: the arrays do not agree")
    for i in range(plays):
        _by_height(layout[facts[i].hand], heights, trump, held)
        _by_height(layout[max(facts[i].aside, 0)], heights, trump, aside)
        number = _choices(choices, &played, &facts[i], held, aside, trump)
        chosen[i, 0], chosen[i, 1] = played, _context(&facts[i], held)
        for j in range(MAX_CHOICES):
            sizes[i, j] = <uint8_t>choices[j].size if j < number else 0
            for trait in range(TRAITS):
                traits[i, j, trait] = choices[j].traits[trait] if j < number else 0
