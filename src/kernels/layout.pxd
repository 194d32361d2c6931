# The engine's card constants and set type, for the kernels.
from libc.stdint cimport uint64_t

cdef extern from "<whistsolve/cards.hpp>" namespace "whistsolve" nogil:
    ctypedef uint64_t CardMask
    const int kSuits
    const int kRanks
    const int kLittleJoker
    const int kBigJoker
    const int kDeckSize
    const int kMinSeats
    const int kMaxSeats
    const int kMaxHand
    const CardMask kAllCards
    const CardMask kJokers
    CardMask suit_mask(int suit)

cdef extern from "<bit>" namespace "std" nogil:
    int popcount(uint64_t)
    int countr_zero(uint64_t)
