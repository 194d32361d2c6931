"""What each card of the leader is worth, by ctypes: cards.py LIBRARY [DEAL]."""

import ctypes
import sys
from ctypes import c_char, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

HEARTS = 2


class Error(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("code", c_int32), ("place", c_int32), ("message", c_char * 240)]


class Deal(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("seats", c_int32), ("hands", c_uint64 * 6), ("kitty", c_uint64)]


class Problem(ctypes.Structure):
    _fields_ = [
        *(
            ("size", c_size_t),
            ("seats", c_int32),
            ("trump", c_int32),
            ("ranking", c_int32),
            ("leader", c_int32),
        ),
        *(("side", c_uint32), ("played_count", c_int32), ("played", c_void_p), ("named", c_void_p)),
        *(("rules", c_void_p), ("hands", c_uint64 * 6)),
    ]


class Answers(ctypes.Structure):
    _fields_ = [
        *(("size", c_size_t), ("count", c_int32), ("card", c_int32 * 24), ("named", c_int32 * 24)),
        *(("low", c_int32 * 24), ("high", c_int32 * 24)),
    ]


def main(path: str, text: str = "N:AQ.K.. K.A2.. J3.Q.. 2.J3..") -> None:
    library = ctypes.CDLL(path)
    error, deal, answers = (kind(ctypes.sizeof(kind)) for kind in (Error, Deal, Answers))

    def call(name: str, *arguments: object) -> None:
        if getattr(library, name)(*arguments, ctypes.byref(error)):
            raise SystemExit(error.message.decode())

    call("whistsolve_read_deal", text.encode(), ctypes.byref(deal))
    solver = c_void_p()
    call("whistsolve_solver_new", c_size_t(0), ctypes.byref(solver))
    problem = Problem(ctypes.sizeof(Problem), deal.seats, HEARTS, side=0b0101, hands=deal.hands)
    call("whistsolve_solve_cards", solver, ctypes.byref(problem), None, ctypes.byref(answers))
    for card, tricks in zip(answers.card[: answers.count], answers.low, strict=False):
        name = ctypes.create_string_buffer(3)
        call("whistsolve_write_card", card, name)
        print(name.value.decode(), tricks)
    library.whistsolve_solver_free(solver)


main(*sys.argv[1:])
