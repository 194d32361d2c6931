// What each card of the leader is worth: go run cards.go, with CGO_CFLAGS and CGO_LDFLAGS from pkg-config.
package main

// #cgo LDFLAGS: -lwhistsolve
// #include <stdlib.h>
// #include <whistsolve.h>
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

func main() {
	text := "N:AQ.K.. K.A2.. J3.Q.. 2.J3.."
	if len(os.Args) > 1 {
		text = os.Args[1]
	}
	var failure C.whistsolve_error
	var deal C.whistsolve_deal
	var problem C.whistsolve_problem
	var answers C.whistsolve_card_answers
	var solver *C.whistsolve_solver
	failure.size = C.size_t(unsafe.Sizeof(failure))
	deal.size = C.size_t(unsafe.Sizeof(deal))
	problem.size = C.size_t(unsafe.Sizeof(problem))
	answers.size = C.size_t(unsafe.Sizeof(answers))
	check := func(code C.int) {
		if code != C.WHISTSOLVE_OK {
			fmt.Fprintln(os.Stderr, C.GoString(&failure.message[0]))
			os.Exit(1)
		}
	}
	read := C.CString(text)
	defer C.free(unsafe.Pointer(read))
	check(C.whistsolve_read_deal(read, &deal, &failure))
	check(C.whistsolve_solver_new(0, &solver, &failure))
	defer C.whistsolve_solver_free(solver)
	problem.seats, problem.trump, problem.side, problem.hands = deal.seats, C.WHISTSOLVE_HEARTS, 5, deal.hands
	check(C.whistsolve_solve_cards(solver, &problem, nil, &answers, &failure))
	for i := 0; i < int(answers.count); i++ {
		var name [C.WHISTSOLVE_CARD_TEXT]C.char
		check(C.whistsolve_write_card(answers.card[i], &name[0], &failure))
		fmt.Println(C.GoString(&name[0]), answers.low[i])
	}
}
