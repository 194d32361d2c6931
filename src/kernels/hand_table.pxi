# Hands of which every act is a number, and what each player knows of them as numbers: included by _kernels.pyx.
#
# whistsolve.env says what the numbers mean: the acts in `acts_of`, the numbers that a player knows in `layout`.

from libc.stdlib cimport calloc, free
from libc.string cimport memset

cdef enum:
    MAX_PLAYED = 64
    MAX_MARKS = 512
    FIRST_NAMED = kDeckSize  # acts: cards, then jokers that name a suit
    STAGE_PLAY = 5
    STAGE_OVER = 8
    # What jokers do in no-trump.
    LAID_ASIDE = 1
    WINS_ALL = 2
    PLAYED_WHEN_VOID = 4
    PLAYED_ANY_TIME = 8
    LED_FREELY = 16
    NAMES_SUIT = 32
    LED_LAST = 64

cdef enum:  # the arrays of a row of numbers
    AT_PLAYER, AT_DEALER, AT_SCORES, AT_STAGE, AT_TO_ACT, AT_TURN, AT_HANDS, AT_SIZES, AT_UNSEEN, AT_KITTY, AT_TURNED,
    AT_KEPT, AT_CALLS, AT_LEVEL, AT_DECLARER, AT_TRUMP, AT_RANKING, AT_DISCARDS, AT_CHOSEN, AT_EXCHANGES,
    AT_EXCHANGED, AT_LEADER, AT_WINNING, AT_NAMED, AT_TRICK, AT_PLAYED, AT_TRICKS, AT_VOIDS, ARRAYS


cdef struct HandRow:
    uint64_t hands[kMaxSeats]
    uint64_t discards[kMaxSeats]
    uint64_t played[kMaxSeats]  # to earlier tricks
    uint64_t kitty[kMaxSeats]  # what each player sees of it
    uint64_t exchanged[kMaxSeats][kMaxSeats]  # by player who sees it, and hand
    uint16_t marks[MAX_MARKS]  # numbers that are 1 for everybody until the hand ends
    int marked
    int scores[kMaxSeats]
    int exchanges[kMaxSeats]
    int tricks[kMaxSeats]
    uint8_t seen[kMaxSeats]  # by hand, a set of players
    uint8_t discards_seen[kMaxSeats]
    uint8_t voids[kMaxSeats]
    int8_t kept[kMaxSeats]  # 1, 0, or -1 before the choice
    bint choosing  # players see only their own choice, and turn
    int stage, level, trump, ranking, jokers
    int after[kMaxSeats]  # the next hand in order of play, -1 for one out of play
    int controllers[kMaxSeats]
    int in_play, leader, turn, to_act
    int on_table
    int trick_hands[kMaxSeats]
    int trick_cards[kMaxSeats]
    int named
    int first_winner
    int moves
    uint8_t history[MAX_PLAYED]  # acts of the play


cdef inline uint64_t _suit_cards(const HandRow* row, int suit) noexcept nogil:
    return suit_mask(suit) | (kJokers if suit == row.trump else 0)


cdef inline int _suit_of(const HandRow* row, int card) noexcept nogil:
    return card // kRanks if card < kLittleJoker else row.trump


cdef inline int _first_suit(const HandRow* row) noexcept nogil:
    cdef int i
    for i in range(row.on_table):
        if _suit_of(row, row.trick_cards[i]) >= 0:
            return _suit_of(row, row.trick_cards[i])
    return -1


cdef inline int _to_follow(const HandRow* row) noexcept nogil:
    if row.on_table and _suit_of(row, row.trick_cards[0]) < 0 and not row.jokers & LAID_ASIDE:
        if row.jokers & LED_FREELY:
            return -1
        if row.jokers & NAMES_SUIT:
            return row.named
    return _first_suit(row)


cdef inline uint64_t _lawful(const HandRow* row) noexcept nogil:
    """The cards that the hand to play may play: `TrickRules.lawful`."""
    cdef uint64_t hand = row.hands[row.turn], same
    cdef int suit = _to_follow(row)
    if row.jokers & LAID_ASIDE and hand & ~kJokers:
        hand &= ~kJokers
    if suit >= 0:
        same = hand & _suit_cards(row, suit)
        if same:
            return same | (hand & kJokers if row.jokers & PLAYED_ANY_TIME else 0)
        if row.jokers & PLAYED_WHEN_VOID and hand & kJokers:
            return hand & kJokers
    if not row.on_table and row.jokers & LED_LAST and hand & ~kJokers:
        return hand & ~kJokers
    return hand


cdef inline uint64_t _acts(const HandRow* row) noexcept nogil:
    """The acts that are legal in play, a bit for each; none at other stages."""
    cdef uint64_t cards = _lawful(row) if row.stage == STAGE_PLAY else 0, acts = cards
    if not row.on_table and row.jokers & NAMES_SUIT and not row.jokers & LAID_ASIDE:
        acts &= ~kJokers
        if cards >> kLittleJoker & 1:
            acts |= <uint64_t>0xF << FIRST_NAMED
        if cards >> kBigJoker & 1:
            acts |= <uint64_t>0xF << (FIRST_NAMED + kSuits)
    return acts


cdef inline int _winner(const HandRow* row, const int8_t* heights) noexcept nogil:
    """The hand that wins the trick, or is winning it: `TrickRules.winner`."""
    cdef int best = -1, height = -1, i, which, card, suit
    cdef uint64_t cards
    if row.jokers & WINS_ALL:
        for i in range(row.on_table):
            if row.trick_cards[i] >= kLittleJoker and row.trick_cards[i] > height:
                best, height = i, row.trick_cards[i]
        if best >= 0:
            return row.trick_hands[best]
    for which in range(2):
        suit = _first_suit(row) if which else row.trump if row.trump >= 0 else row.named
        cards = 0 if suit < 0 else _suit_cards(row, suit)
        for i in range(row.on_table):
            card = row.trick_cards[i]
            if cards >> card & 1 and heights[card] > height:
                best, height = i, heights[card]
        if best >= 0:
            return row.trick_hands[best]
    return row.trick_hands[0]


cdef void _play(HandRow* row, int act, const int8_t* heights) noexcept nogil:
    """Play the card of an act, which is legal and, if `row` is replayed, was done."""
    cdef int hand = row.turn, suit = _to_follow(row), card = act, named = -1, i
    cdef uint64_t left = 0
    if act >= FIRST_NAMED:
        card, named = kLittleJoker + (act - FIRST_NAMED) // kSuits, (act - FIRST_NAMED) % kSuits
    if suit >= 0 and _suit_of(row, card) != suit and not (row.jokers & PLAYED_ANY_TIME and card >= kLittleJoker):
        row.voids[hand] |= 1 << suit
    row.hands[hand] &= ~(<uint64_t>1 << card)
    row.trick_hands[row.on_table], row.trick_cards[row.on_table] = hand, card
    if row.on_table == 0:
        row.leader, row.named = hand, named
    row.history[row.moves] = <uint8_t>act
    row.moves += 1
    row.on_table += 1
    row.turn = row.after[hand]
    if row.on_table == row.in_play:
        row.turn = row.leader = _winner(row, heights)
        row.tricks[row.turn] += 1
        if row.moves == row.in_play:
            row.first_winner = row.turn
        for i in range(row.on_table):
            row.played[row.trick_hands[i]] |= <uint64_t>1 << row.trick_cards[i]
            left |= row.hands[row.trick_hands[i]]
        row.on_table, row.named = 0, -1
        if not left:
            row.stage, row.turn = STAGE_OVER, -1
    row.to_act = -1 if row.turn < 0 else row.controllers[row.turn]


cdef inline void _mark_cards(float* out, uint64_t cards) noexcept nogil:
    while cards:
        out[countr_zero(cards)] = 1
        cards &= cards - 1


cdef class HandTable:
    """Hands of one set of rules, a row for each; functions that take a row do not check it.

    `offsets`, int32 of shape (28,), say where each array begins among the `numbers` that a player knows, in the
    order of `layout`. `acts` is how many acts there are. `deck` are all cards of the game. `heights`, int8 of
    shape (3, 54), are those of the cards by ranking. `jokers` says what jokers do in no-trump, by the bits above;
    `reveals`, whether discards are shown at the end.
    """

    cdef HandRow* rows
    cdef Py_ssize_t count
    cdef int players, hands, numbers, acts, jokers
    cdef int at[ARRAYS]
    cdef int8_t heights[3][kDeckSize]
    cdef uint64_t deck
    cdef bint reveals

    def __cinit__(
        self, Py_ssize_t rows, int players, int hands, const int32_t[::1] offsets, int numbers, int acts,
        uint64_t deck, const int8_t[:, ::1] heights, int jokers, bint reveals,
    ):
        cdef int i, j
        if not (
            rows >= 0 and 1 <= players <= hands <= kMaxSeats and offsets.shape[0] == ARRAYS
            and heights.shape[0] == 3 and heights.shape[1] == kDeckSize
        ):
            raise ValueError("HandTable: the arguments do not agree")
        self.rows = <HandRow*>calloc(max(rows, 1), sizeof(HandRow))
        if self.rows == NULL:
            raise MemoryError
        self.count, self.players, self.hands, self.deck = rows, players, hands, deck
        self.numbers, self.acts, self.jokers, self.reveals = numbers, acts, jokers, reveals
        for i in range(ARRAYS):
            self.at[i] = offsets[i]
        for i in range(3):
            for j in range(kDeckSize):
                self.heights[i][j] = heights[i, j]

    def __dealloc__(self):
        free(self.rows)

    def put(
        self, Py_ssize_t row, hands, seen, discards, discards_seen, kitty, exchanged, exchanges, marks, scores, kept,
        choosing, level, trump, ranking, after, controllers, leader, plays, claimed, stage, to_act, turn,
    ):
        """Put a hand on a row: its cards before the play and the acts of the play, and what is known of it."""
        cdef HandRow* put = &self.rows[row]
        cdef int i, j
        if len(marks) > MAX_MARKS or len(plays) > MAX_PLAYED:
            raise ValueError("HandTable.put: there are too many numbers")
        memset(put, 0, sizeof(HandRow))
        for i in range(self.hands):
            put.hands[i], put.seen[i] = hands[i], seen[i]
            put.discards[i], put.discards_seen[i] = discards[i], discards_seen[i]
            put.exchanges[i] = exchanges[i] if exchanges else 0
            put.after[i], put.controllers[i] = after[i], controllers[i]
            put.in_play += put.after[i] >= 0
        for i in range(self.players):
            put.kitty[i], put.scores[i], put.kept[i] = kitty[i], scores[i], kept[i]
            for j in range(self.hands):
                put.exchanged[i][j] = exchanged[i][j] if exchanged else 0
        for i in range(len(marks)):
            put.marks[i] = marks[i]
        put.marked, put.choosing, put.level = len(marks), choosing, level
        put.trump, put.ranking, put.jokers = trump, ranking, self.jokers if trump < 0 <= ranking else 0
        put.named, put.leader, put.turn, put.stage = -1, leader, leader, STAGE_PLAY
        for act in plays:
            _play(put, act, self.heights[put.ranking])
        for i in range(self.hands if claimed else 0):
            put.tricks[i] += claimed[i]
        put.stage, put.turn, put.to_act = stage, turn, to_act

    def legal(self, Py_ssize_t row):
        """The numbers of the legal acts in play, in ascending order."""
        cdef uint64_t acts = _acts(&self.rows[row])
        cdef list found = []
        while acts:
            found.append(countr_zero(acts))
            acts &= acts - 1
        return found

    def play(self, Py_ssize_t row, int act):
        """Do an act of `legal`."""
        _play(&self.rows[row], act, self.heights[self.rows[row].ranking])

    def to_act(self, Py_ssize_t row):
        """The player to act, or -1."""
        return self.rows[row].to_act

    def tricks(self, Py_ssize_t row):
        """The tricks won by each hand, and who won the first."""
        return tuple([self.rows[row].tricks[i] for i in range(self.hands)]), self.rows[row].first_winner

    def observe(self, Py_ssize_t row, int player, uint64_t chosen, float[::1] out):
        """Write what a player knows; `chosen` are the cards that the player to act has chosen for a discard."""
        if out.shape[0] != self.numbers or not 0 <= player < self.players:
            raise ValueError("HandTable.observe: the arguments do not agree")
        self._observe(&self.rows[row], player, &out[0])
        if self.rows[row].to_act == player:
            _mark_cards(&out[0] + self.at[AT_CHOSEN], chosen)

    def acts_played(self, Py_ssize_t row):
        """The acts of the play so far."""
        return [self.rows[row].history[i] for i in range(self.rows[row].moves)]

    def deal(
        self, HandTable kinds, const int64_t[::1] kind, const uint64_t[:, ::1] hands,
        const uint64_t[:, ::1] discards, const uint64_t[::1] kitties,
    ):
        """Put a hand at its first lead on every row: one of `kinds`, by its row there, with other cards."""
        cdef Py_ssize_t row
        cdef int i
        if not (
            kind.shape[0] == hands.shape[0] == discards.shape[0] == kitties.shape[0] == self.count
            and hands.shape[1] == discards.shape[1] == self.hands == kinds.hands
        ):
            raise ValueError("HandTable.deal: the arrays do not agree")
        for row in range(self.count):
            if not 0 <= kind[row] < kinds.count:
                raise ValueError("HandTable.deal: there is no such kind of hand")
        with nogil:
            for row in range(self.count):
                self.rows[row] = kinds.rows[kind[row]]
                for i in range(self.hands):
                    self.rows[row].hands[i], self.rows[row].discards[i] = hands[row, i], discards[row, i]
                for i in range(self.players):
                    if self.rows[row].kitty[i]:  # the player sees it
                        self.rows[row].kitty[i] = kitties[row]

    def step(self, const int64_t[::1] acts):
        """Do an act in every row, and return -1; or if one is not legal, do nothing and return its row."""
        cdef Py_ssize_t row, wrong = -1
        if acts.shape[0] != self.count:
            raise ValueError("HandTable.step: expected an act for each row")
        with nogil:
            for row in range(self.count):
                if not 0 <= acts[row] < 64 or not _acts(&self.rows[row]) >> acts[row] & 1:
                    wrong = row
                    break
            for row in range(self.count if wrong < 0 else 0):
                _play(&self.rows[row], <int>acts[row], self.heights[self.rows[row].ranking])
        return wrong

    def look(self, float[:, ::1] known, int8_t[:, ::1] masks, int32_t[::1] players):
        """Write for every row of hands in play what the player to act knows and may do, and who it is."""
        cdef Py_ssize_t row
        cdef uint64_t acts
        if not (
            known.shape[0] == masks.shape[0] == players.shape[0] == self.count
            and known.shape[1] == self.numbers and masks.shape[1] == self.acts
        ):
            raise ValueError("HandTable.look: the arrays do not agree")
        with nogil:
            for row in range(self.count):
                players[row] = max(self.rows[row].to_act, 0)
                self._observe(&self.rows[row], players[row], &known[row, 0])
                memset(&masks[row, 0], 0, self.acts)
                acts = _acts(&self.rows[row])
                while acts:
                    masks[row, countr_zero(acts)] = 1
                    acts &= acts - 1

    cdef void _observe(self, const HandRow* row, int player, float* out) noexcept nogil:
        cdef const int* at = self.at
        cdef int i, hand, kept
        cdef bint revealed = row.stage == STAGE_OVER and self.reveals
        cdef uint64_t unseen = self.deck, voids
        memset(out, 0, self.numbers * sizeof(float))
        out[at[AT_PLAYER] + player] = 1
        out[at[AT_STAGE] + row.stage] = 1
        out[at[AT_LEVEL]] = row.level
        for i in range(row.marked):
            out[row.marks[i]] = 1
        if row.to_act >= 0 and (row.to_act == player or not row.choosing):
            out[at[AT_TO_ACT] + row.to_act] = 1
        if row.turn >= 0:
            out[at[AT_TURN] + row.turn] = 1
        if row.ranking >= 0:
            out[at[AT_TRUMP] + (kSuits if row.trump < 0 else kSuits - 1 - row.trump)] = 1
            out[at[AT_RANKING] + row.ranking] = 1
        if row.leader >= 0:
            out[at[AT_LEADER] + row.leader] = 1
        _mark_cards(out + at[AT_KITTY], row.kitty[player])
        for i in range(self.players):
            out[at[AT_SCORES] + i] = row.scores[i]
            kept = row.kept[i]
            if kept >= 0 and (i == player or not row.choosing):
                out[at[AT_KEPT] + 2 * i + (1 - kept)] = 1
        for hand in range(self.hands):
            if row.seen[hand] >> player & 1:
                unseen &= ~row.hands[hand]
                _mark_cards(out + at[AT_HANDS] + kDeckSize * hand, row.hands[hand])
            if revealed or row.discards_seen[hand] >> player & 1:
                unseen &= ~row.discards[hand]
                _mark_cards(out + at[AT_DISCARDS] + kDeckSize * hand, row.discards[hand])
            _mark_cards(out + at[AT_EXCHANGED] + kDeckSize * hand, row.exchanged[player][hand])
            _mark_cards(out + at[AT_PLAYED] + kDeckSize * hand, row.played[hand])
            unseen &= ~row.played[hand]
            out[at[AT_SIZES] + hand] = popcount(row.hands[hand])
            out[at[AT_EXCHANGES] + hand] = row.exchanges[hand]
            out[at[AT_TRICKS] + hand] = row.tricks[hand]
            voids = row.voids[hand]
            _mark_cards(out + at[AT_VOIDS] + kSuits * hand, voids)
        for i in range(row.on_table):
            unseen &= ~(<uint64_t>1 << row.trick_cards[i])
            out[at[AT_TRICK] + kDeckSize * row.trick_hands[i] + row.trick_cards[i]] = 1
        if row.on_table:
            out[at[AT_WINNING] + _winner(row, self.heights[row.ranking])] = 1
            if row.named >= 0:
                out[at[AT_NAMED] + row.named] = 1
        _mark_cards(out + at[AT_UNSEEN], unseen)
