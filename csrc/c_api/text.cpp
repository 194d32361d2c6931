// Cards, hands and deals as text.
#include <algorithm>
#include <bit>
#include <cctype>
#include <string_view>

#include "checked.hpp"
#include "whistsolve/cards.hpp"

using namespace whistsolve;
using namespace whistsolve::c_api;

namespace {

constexpr std::string_view kSuitLetters = "CDHS", kRankLetters = "23456789TJQKA", kSeatLetters = "NESW";

/// A text and how much of it is read.
struct Reader {
  std::string_view text;
  std::size_t at = 0;

  explicit Reader(const char* from) : text(&given(from, "text")) {}
  bool over() const { return at == text.size(); }
  char next() const { return over() ? '\0' : static_cast<char>(std::toupper(static_cast<unsigned char>(text[at]))); }
  bool take(char letter) {
    if (over() || next() != letter) return false;
    ++at;
    return true;
  }
  [[noreturn]] void fail(const std::string& expected) const {
    const std::string found = over() ? "the text ends" : "'" + std::string(text.substr(at, 12)) + "' is wrong";
    throw Wrong{WHISTSOLVE_BAD_TEXT, found + " at character " + std::to_string(at) + ": expected " + expected,
                static_cast<int>(at)};
  }
  void end(const char* expected) const {
    if (!over()) fail(expected);
  }
};

CardMask read_hand(Reader& reader) {
  CardMask cards = 0;
  const auto add = [&](int card) {
    if (cards >> card & 1) reader.fail("every card once");
    cards |= CardMask{1} << card;
    ++reader.at;
  };
  for (int suit = 3; suit >= 0; --suit) {
    if (!reader.take('-'))
      for (std::size_t rank; !reader.over() && (rank = kRankLetters.find(reader.next())) != kRankLetters.npos;)
        add(13 * suit + static_cast<int>(rank));
    if (suit && !reader.take('.')) reader.fail("A K Q J T 9 to 2, or the point after a suit");
  }
  if (reader.take('.'))
    while (reader.next() == 'B' || reader.next() == 'L') add(reader.next() == 'B' ? kBigJoker : kLittleJoker);
  return cards;
}

std::string hand_text(CardMask cards) {
  if (cards & ~kAllCards) wrong_argument("a hand has a card outside the deck");
  std::string text;
  for (int suit = 3; suit >= 0; --suit) {
    for (int rank = 12; rank >= 0; --rank)
      if (cards >> (13 * suit + rank) & 1) text += kRankLetters[static_cast<std::size_t>(rank)];
    if (suit || cards & kJokers) text += '.';
  }
  if (cards >> kBigJoker & 1) text += 'B';
  if (cards >> kLittleJoker & 1) text += 'L';
  return text;
}

void write(const std::string& from, char* text) { given(text, "text"), text[from.copy(text, from.size())] = '\0'; }

}  // namespace

int whistsolve_read_card(const char* text, int32_t* card, whistsolve_error* error) {
  return guarded(error, [&] {
    given(card, "card");
    Reader reader(text);
    const std::size_t suit = kSuitLetters.find(reader.next());
    if (!reader.over() && suit != kSuitLetters.npos) {
      ++reader.at;
      const std::size_t rank = reader.over() ? kRankLetters.npos : kRankLetters.find(reader.next());
      if (rank == kRankLetters.npos) reader.fail("A K Q J T 9 to 2");
      ++reader.at;
      *card = static_cast<int32_t>(13 * suit + rank);
    } else {
      const int joker = reader.take('B') ? kBigJoker : reader.take('L') ? kLittleJoker : -1;
      if (joker < 0 || !reader.take('J')) reader.fail("such as SA, HT, C2, BJ or LJ");
      *card = joker;
    }
    reader.end("one card");
  });
}

int whistsolve_read_hand(const char* text, uint64_t* cards, whistsolve_error* error) {
  return guarded(error, [&] {
    Reader reader(text);
    given(cards, "cards") = read_hand(reader);
    reader.end("the end of a hand");
  });
}

int whistsolve_read_deal(const char* text, whistsolve_deal* deal, whistsolve_error* error) {
  return guarded(error, [&] {
    read_struct(deal, "deal");
    Reader reader(text);
    std::size_t first = kSeatLetters.find(reader.next());
    const bool named = !reader.over() && first != kSeatLetters.npos;
    if (!named && (reader.next() < '0' || reader.next() > '5')) reader.fail("N: or another seat and a colon");
    if (!named) first = static_cast<std::size_t>(reader.next() - '0');
    ++reader.at;
    if (!reader.take(':')) reader.fail("a colon after the seat");
    std::size_t count = 0;
    CardMask hands[kMaxSeats] = {}, all = 0, kitty = 0;
    const auto next_hand = [&] {
      const Reader before = reader;
      const CardMask hand = read_hand(reader);
      if (all & hand) before.fail("no card of another hand");
      all |= hand;
      return hand;
    };
    do {
      if (count == kMaxSeats) reader.fail("six hands at most");
      hands[count++] = next_hand();
    } while (reader.take(' ') && reader.next() != '|');
    if (reader.take('|')) {
      if (!reader.take(' ')) reader.fail("a space and the kitty");
      kitty = next_hand();
    }
    reader.end("a space and a hand, or the end");
    if (count < kMinSeats || (named && count != 4) || first >= count)
      reader.fail("four hands, or a number for the first of two to six");
    whistsolve_deal found = {0, static_cast<int32_t>(count), {}, kitty};
    for (std::size_t i = 0; i < count; ++i) found.hands[(first + i) % count] = hands[i];
    write_struct(found, deal);
  });
}

int whistsolve_write_card(int32_t card, char text[WHISTSOLVE_CARD_TEXT], whistsolve_error* error) {
  return guarded(error, [&] {
    if (card < 0 || card >= kDeckSize) wrong_argument("card is " + std::to_string(card) + ": expected 0 to 53");
    const auto place = static_cast<std::size_t>(card);
    if (card >= kLittleJoker) write(card == kBigJoker ? "BJ" : "LJ", text);
    else write({kSuitLetters[place / 13], kRankLetters[place % 13]}, text);
  });
}

int whistsolve_write_hand(uint64_t cards, char text[WHISTSOLVE_HAND_TEXT], whistsolve_error* error) {
  return guarded(error, [&] { write(hand_text(cards), text); });
}

int whistsolve_write_deal(const whistsolve_deal* deal, char text[WHISTSOLVE_DEAL_TEXT], whistsolve_error* error) {
  return guarded(error, [&] {
    const whistsolve_deal from = read_struct(deal, "deal");
    if (from.seats < kMinSeats || from.seats > kMaxSeats) wrong_argument("deal.seats is not 2 to 6");
    std::string written = from.seats == 4 ? "N:" : "0:";
    CardMask all = 0;
    const auto add = [&](const char* before, CardMask hand) {
      if (all & hand) wrong_argument("a card is twice in the deal");
      all |= hand;
      written += before + hand_text(hand);
    };
    for (int seat = 0; seat < from.seats; ++seat) add(seat ? " " : "", from.hands[seat]);
    if (from.kitty) add(" | ", from.kitty);
    write(written, text);
  });
}
