// What each card of the leader is worth: rustc cards.rs -l whistsolve.
use std::ffi::{c_char, c_int, c_void, CStr, CString};
use std::ptr::{null, null_mut};

#[repr(C)]
struct Error { size: usize, code: i32, place: i32, message: [c_char; 240] }
#[repr(C)]
struct Deal { size: usize, seats: i32, hands: [u64; 6], kitty: u64 }
#[repr(C)]
struct Problem {
    size: usize, seats: i32, trump: i32, ranking: i32, leader: i32, side: u32, played_count: i32,
    played: *const i32, named: *const i32, rules: *const c_void, hands: [u64; 6],
}
#[repr(C)]
struct Answers { size: usize, count: i32, card: [i32; 24], named: [i32; 24], low: [i32; 24], high: [i32; 24] }

extern "C" {
    fn whistsolve_read_deal(text: *const c_char, deal: *mut Deal, error: *mut Error) -> c_int;
    fn whistsolve_solver_new(bytes: usize, solver: *mut *mut c_void, error: *mut Error) -> c_int;
    fn whistsolve_solver_free(solver: *mut c_void);
    fn whistsolve_solve_cards(solver: *mut c_void, problem: *const Problem, budget: *const c_void, answers: *mut Answers,
                              error: *mut Error) -> c_int;
    fn whistsolve_write_card(card: i32, text: *mut c_char, error: *mut Error) -> c_int;
}

fn main() {
    let text = CString::new(std::env::args().nth(1).unwrap_or("N:AQ.K.. K.A2.. J3.Q.. 2.J3..".into())).unwrap();
    let mut error = Error { size: size_of::<Error>(), code: 0, place: 0, message: [0; 240] };
    let mut deal = Deal { size: size_of::<Deal>(), seats: 0, hands: [0; 6], kitty: 0 };
    let mut answers = Answers { size: size_of::<Answers>(), count: 0, card: [0; 24], named: [0; 24], low: [0; 24], high: [0; 24] };
    let mut solver = null_mut();
    unsafe {
        let mut code = whistsolve_read_deal(text.as_ptr(), &mut deal, &mut error);
        if code == 0 { code = whistsolve_solver_new(0, &mut solver, &mut error); }
        let problem = Problem { size: size_of::<Problem>(), seats: deal.seats, trump: 2, ranking: 0, leader: 0, side: 0b0101,
                                played_count: 0, played: null(), named: null(), rules: null(), hands: deal.hands };
        if code == 0 { code = whistsolve_solve_cards(solver, &problem, null(), &mut answers, &mut error); }
        for i in 0..answers.count as usize {
            let mut name = [0; 3];
            whistsolve_write_card(answers.card[i], name.as_mut_ptr(), null_mut());
            println!("{} {}", CStr::from_ptr(name.as_ptr()).to_str().unwrap(), answers.low[i]);
        }
        whistsolve_solver_free(solver);
        if code != 0 {
            eprintln!("{}", CStr::from_ptr(error.message.as_ptr()).to_string_lossy());
            std::process::exit(1);
        }
    }
}
