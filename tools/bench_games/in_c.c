/* Random Royal Turf in C: the algorithm of paddock.fast.royal_turf, function for function, to
 * measure it against. `struct figures` and `struct table`, and the numbers in capitals, are put
 * before this text by tools.bench_games, from the records and constants of the package. */

#include <stdint.h>

typedef const struct figures *Figures;
typedef struct table *Table;

static int8_t count[1 << HORSES];
static int8_t nths[(1 << HORSES) * HORSES];

void prepare(void)
{
    for (int mask = 0; mask < 1 << HORSES; mask++) {
        count[mask] = 0;
        for (int bit = 0; bit < HORSES; bit++)
            if (mask >> bit & 1)
                nths[mask * HORSES + count[mask]++] = bit;
    }
}

int64_t size_of_table(void) { return sizeof(struct table); }
int64_t size_of_figures(void) { return sizeof(struct figures); }

static void philox(uint64_t key, uint64_t low, uint64_t high, uint32_t *words)
{
    uint32_t k0 = key, k1 = key >> 32, a = low, b = low >> 32, c = high, d = high >> 32;
    for (int round = 0; round < 10; round++) {
        uint64_t left = UINT64_C(0xD2511F53) * a, right = UINT64_C(0xCD9E8D57) * c;
        a = (uint32_t)(right >> 32) ^ b ^ k0;
        b = right;
        c = (uint32_t)(left >> 32) ^ d ^ k1;
        d = left;
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    words[0] = a;
    words[1] = b;
    words[2] = c;
    words[3] = d;
}

static inline uint32_t word(Table table)
{
    int at = table->words_used & 3;
    if (at == 0)
        philox(table->seed, table->words_used >> 2, table->number, table->words);
    table->words_used++;
    return table->words[at];
}

static inline int draw(Table table, uint32_t n)
{
    for (;;) {
        uint64_t product = (uint64_t)word(table) * n;
        uint32_t low = product;
        if (low >= n || low >= -n % n)
            return product >> 32;
    }
}

static inline int nth(int mask, int n) { return nths[mask * HORSES + n]; }

static inline int size(int mask)
{
    return count[mask & ALL_HORSES] + count[mask >> HORSES & ALL_HORSES]
        + count[mask >> 2 * HORSES & ALL_HORSES];
}

static int card_at(int mask, int n)
{
    int first = 0;
    while (n >= count[mask & ALL_HORSES]) {
        n -= count[mask & ALL_HORSES];
        mask >>= HORSES;
        first += HORSES;
    }
    return first + nth(mask & ALL_HORSES, n);
}

static inline int movable_horses(Table table) { return ALL_HORSES & ~(table->moved | table->home); }

static int bettable_horses(Figures figures, Table table)
{
    int free = ALL_HORSES;
    for (int at = table->n_bets % figures->seats; at < table->n_bets; at += figures->seats)
        free &= ~(1 << table->bet_horses[at]);
    return free;
}

static int kinds_left(Figures figures, Table table)
{
    int left = 0;
    for (int kind = 0; kind < MOST_TOKENS; kind++) {
        int tokens = figures->token_counts[kind];
        for (int at = table->n_bets % figures->seats; at < table->n_bets; at += figures->seats)
            tokens -= table->bet_kinds[at] == kind;
        left |= (tokens > 0) << kind;
    }
    return left;
}

static inline int space(Figures figures, int progress)
{
    return progress > 0 ? progress : progress + figures->spaces;
}

static void take_spaces(Figures figures, Table table)
{
    table->taken[0] = table->taken[1] = 0;
    for (int horse = 0; horse < HORSES; horse++) {
        int at = space(figures, table->progress[horse]);
        table->taken[at >> 6] |= INT64_C(1) << (at & 63);
    }
}

static int turn_card(Table table)
{
    int card;
    if (table->pile) {
        card = card_at(table->pile, draw(table, size(table->pile)));
        table->pile &= ~(1 << card);
        return card;
    }
    card = table->under[0];
    table->n_under--;
    for (int at = 0; at < table->n_under; at++)
        table->under[at] = table->under[at + 1];
    return card;
}

static void place_horses(Figures figures, Table table)
{
    int placed = 0, aside = 0, standing = 0;
    while (standing < HORSES) {
        int card = turn_card(table), horse = figures->horses[card];
        if (!(placed >> horse & 1)) {
            placed |= 1 << horse;
            table->cards[horse] = card;
            table->starts[horse] = table->progress[horse] = -standing;
            for (int symbol = 0; symbol < SYMBOLS; symbol++)
                table->card_moves[symbol * HORSES + horse] = figures->moves[symbol * CARDS + card];
            standing++;
        } else if (figures->duplicates == UNDER)
            table->under[table->n_under++] = card;
        else
            aside |= 1 << card;
    }
    table->pile |= aside;
}

static int richest(Figures figures, Table table)
{
    int64_t most = 0;
    int seats = 0;
    for (int seat = 0; seat < figures->seats; seat++)
        if (table->money[seat] > most)
            most = table->money[seat];
    for (int seat = 0; seat < figures->seats; seat++)
        seats |= (table->money[seat] == most) << seat;
    return seats;
}

static void begin_betting(Table table, int first)
{
    table->first = table->seat = first;
    table->phase = BETTING;
}

static void open_race(Figures figures, Table table)
{
    table->race++;
    if (table->race == 1 || figures->cards == RESHUFFLE_ALL) {
        table->pile = ALL_CARDS;
        table->n_under = 0;
    }
    place_horses(figures, table);
    take_spaces(figures, table);
    table->moved = table->home = table->n_bets = table->n_rides = 0;
    table->round = 1;
    table->first = table->pace = table->last = table->rolled = NOBODY;
    for (int place = 0; place < PODIUM; place++)
        table->podium[place] = NOBODY;
    int among = table->race == 1 ? (1 << figures->seats) - 1 : richest(figures, table);
    if (count[among] == 1 && table->race > 1)
        begin_betting(table, nth(among, 0));
    else if (figures->first_player == CHOSEN) {
        table->phase = NAMING;
        table->among = among;
        table->seat = 0;
    } else
        begin_betting(table, nth(among, draw(table, count[among])));
}

static inline void next_seat(Figures figures, Table table)
{
    int seat = table->seat + 1;
    table->seat = seat == figures->seats ? 0 : seat;
}

static void place_bet(Figures figures, Table table, int kind, int horse)
{
    table->bet_horses[table->n_bets] = horse;
    table->bet_kinds[table->n_bets] = kind;
    table->n_bets++;
    next_seat(figures, table);
    if (table->n_bets == figures->rounds * figures->seats)
        table->phase = ROLLING;
}

static int bets_counted(Figures figures, Table table, int horse)
{
    int bets = 0;
    for (int at = 0; at < table->n_bets; at++)
        if (table->bet_horses[at] == horse)
            bets += figures->token_values[table->bet_kinds[at]];
    return bets;
}

static void pay_bets(Figures figures, Table table, int horse, int64_t pounds)
{
    for (int at = 0; at < table->n_bets; at++)
        if (table->bet_horses[at] == horse) {
            int seat = (table->first + at) % figures->seats;
            int64_t money = table->money[seat] + figures->token_values[table->bet_kinds[at]] * pounds;
            table->money[seat] = money > 0 ? money : 0;
        }
}

static void pay(Figures figures, Table table)
{
    int gain = figures->gain[table->race];
    for (int place = 0; place < PODIUM; place++) {
        int bets = bets_counted(figures, table, table->podium[place]);
        if (bets) {
            int column = bets < COLUMNS ? bets : COLUMNS;
            int64_t figure = figures->payout[place * COLUMNS + column - 1];
            pay_bets(figures, table, table->podium[place], figure * gain);
        }
    }
    if (figures->pace_pays == ALWAYS || table->home >> table->pace & 1)
        pay_bets(figures, table, table->pace, figures->pace_figure * gain);
    pay_bets(figures, table, table->last, -figures->last_figure * figures->loss[table->race]);
}

static void settle(Figures figures, Table table)
{
    int race = table->race - 1;
    int32_t *gains = table->gains + race * MOST_SEATS;
    for (int seat = 0; seat < figures->seats; seat++)
        gains[seat] = -table->money[seat];
    pay(figures, table);
    for (int seat = 0; seat < figures->seats; seat++)
        gains[seat] += table->money[seat];
    for (int place = 0; place < PODIUM; place++)
        table->podiums[race * PODIUM + place] = table->podium[place];
    table->paces[race] = table->pace;
    table->lasts[race] = table->last;
    for (int horse = 0; horse < HORSES; horse++)
        table->grids[race * HORSES + horse] = table->starts[horse];
    if (figures->cards == USED_UP)
        for (int horse = 0; horse < HORSES; horse++)
            table->gone[race] |= 1 << table->cards[horse];
    table->phase = table->race < RACES ? WAITING : OVER;
    if (table->phase == OVER)
        table->winners = richest(figures, table);
}

static int hindmost(Table table)
{
    int last = nth(ALL_HORSES & ~table->home, 0);
    for (int horse = 0; horse < HORSES; horse++)
        if (table->progress[horse] < table->progress[last])
            last = horse;
    return last;
}

static inline int is_taken(Table table, int at) { return table->taken[at >> 6] >> (at & 63) & 1; }

static inline int landing(Figures figures, Table table, int origin, int due)
{
    int target = origin + due;
    if (target <= figures->spaces)
        while (target > origin && is_taken(table, space(figures, target)))
            target--;
    return target;
}

static inline void move_horse(Figures figures, Table table, int horse)
{
    int origin = table->progress[horse], due = table->card_moves[table->rolled * HORSES + horse];
    int to = landing(figures, table, origin, due), left = space(figures, origin);
    table->progress[horse] = to;
    table->taken[left >> 6] &= ~(INT64_C(1) << (left & 63));
    table->moves++;
    table->blocked += to < origin + due;
    table->stood += to == origin;
    table->n_rides++;
    table->rolled = NOBODY;
    table->phase = ROLLING;
    next_seat(figures, table);
    if (table->pace == NOBODY && to >= figures->pace)
        table->pace = horse;
    if (to > figures->spaces) {
        table->podium[count[table->home]] = horse;
        table->home |= 1 << horse;
    } else {
        int reached = space(figures, to);
        table->taken[reached >> 6] |= INT64_C(1) << (reached & 63);
        table->moved |= 1 << horse;
    }
    if (to > figures->spaces && count[table->home] == PODIUM) {
        table->last = hindmost(table);
        settle(figures, table);
    } else if (!movable_horses(table)) {
        table->moved = 0;
        table->round++;
    }
}

static inline void roll_die(Figures figures, Table table)
{
    table->rolled = figures->faces[draw(table, FACES)];
    table->phase = MOVING;
}

static void any_bet(Figures figures, Table table)
{
    int kinds = kinds_left(figures, table), free = bettable_horses(figures, table);
    int kind = nth(kinds, draw(table, count[kinds]));
    place_bet(figures, table, kind, nth(free, draw(table, count[free])));
}

/* Carry out a random action, after the chance that it waits for. */
static inline void step(Figures figures, Table table)
{
    if (table->phase == WAITING)
        open_race(figures, table);
    if (table->phase == ROLLING)
        roll_die(figures, table);
    if (table->phase == MOVING) {
        int free = movable_horses(table);
        move_horse(figures, table, nth(free, draw(table, count[free])));
    } else if (table->phase == BETTING)
        any_bet(figures, table);
    else
        begin_betting(table, nth(table->among, draw(table, count[table->among])));
}

/* Play each game until its phase is this one; OVER plays it to its end. */
void play(Figures figures, Table tables, int64_t games, int phase)
{
    for (Table table = tables; table < tables + games; table++)
        while (table->phase != phase)
            step(figures, table);
}

/* One action of each game that is not over. */
void step_each(Figures figures, Table tables, int64_t games)
{
    for (Table table = tables; table < tables + games; table++)
        if (table->phase != OVER)
            step(figures, table);
}
