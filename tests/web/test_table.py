"""The screen around any game: the waiting room, the seats, votes, chat."""

import re
from time import monotonic

from playwright.sync_api import Locator, Page, ViewportSize, WebSocket, expect

from tests.server.brief import BRIEF
from tests.web.ahead import advance
from tests.web.conftest import WIDE, NewPage
from tests.web.matches import api
from tests.web.measure import violations
from tests.web.rest import settle
from tests.web.test_frame import in_language

NARROW: ViewportSize = {"width": 320, "height": 640}
BET = re.compile(r"^Bet \d on ")


def open_table(page: Page, seats: list[str | None], **more: object) -> str:
    """Opens a table for this page's device; returns its address."""
    page.request.post("/api/devices")
    body = {"game": "royal-turf", "seats": seats, **more}
    answer = page.request.post("/api/tables", data=body)
    assert answer.ok, answer.text()
    return f"/table/{answer.json()['table']['id']}"


def seat_by_api(page: Page, seats: list[str | None], name: str = "Anna", **more: object) -> str:
    """Opens and starts a table where this page's device has the first seat; returns its address."""
    table = open_table(page, seats, **more)
    begin_by_api(page, table, name)
    return table


def begin_by_api(page: Page, table: str, name: str) -> None:
    """Takes the first seat for this page's device, and starts the match."""
    assert page.request.post(f"{api(table)}/seats/0", data={"name": name}).ok
    assert page.request.post(f"{api(table)}/start").ok


def begun(page: Page, *bots: str, **more: object) -> None:
    """Seats Anna at a table with these bots, and starts the match."""
    page.goto(open_table(page, [None, *bots], **more))
    sit(page, "Anna")
    start(page)


def shared(page: Page, **more: object) -> str:
    """Seats Anna and Boris at one device and starts the match; returns the table's address."""
    table = open_table(page, [None, None], **more)
    page.goto(table)
    sit(page, "Anna")
    sit_too(page, "Boris")
    start(page)
    return table


def say(page: Page, words: str) -> None:
    """Sends a message in the chat, which must be open."""
    page.get_by_label("Your message").fill(words)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("listitem").filter(has_text=words)).to_be_visible()


def sit(page: Page, name: str) -> None:
    page.locator("#name").fill(name)
    page.get_by_role("button", name=f"Sit here as {name}").first.click()
    expect(row(page, name)).to_contain_text("on this device")


def sit_too(page: Page, name: str) -> None:
    """Seats another person on the same device; the form opens at that seat."""
    expect(page.locator("#name")).to_have_count(0)
    page.get_by_role("button", name="Sit here", exact=True).first.click()
    expect(page.get_by_label("Who else plays on this device")).to_be_focused()
    sit(page, name)


def row(page: Page, words: str) -> Locator:
    """The list item that contains exactly this text."""
    return page.get_by_role("listitem").filter(has=page.get_by_text(words, exact=True))


def start(page: Page) -> None:
    page.get_by_role("button", name="Start the match").click()


def two_people(new_page: NewPage) -> tuple[Page, Page]:
    """Anna, the host, and Boris, in a match that has started."""
    anna, boris = new_page(viewport=WIDE), new_page(viewport=WIDE)
    table = open_table(anna, [None, None])
    anna.goto(table)
    sit(anna, "Anna")
    boris.goto(table)
    sit(boris, "Boris")
    start(anna)
    for page in (anna, boris):
        expect(seats(page).get_by_role("button")).to_have_count(2)
    return anna, boris


def seats(page: Page) -> Locator:
    return page.get_by_role("list", name="The seats")


# --- before the match ------------------------------------------------------------------------


# test_screens.py checks narrow screens by night and wide ones by day.
def test_the_waiting_room_and_the_table_are_for_everybody(new_page: NewPage) -> None:
    """No findings of axe, and no horizontal scrolling."""
    page = new_page(color_scheme="light", viewport=NARROW)
    page.goto(open_table(page, [None, "punter", None, "random"], clock=90))
    expect(page.get_by_role("heading", name="Royal Turf")).to_be_visible()
    assert violations(page) == []
    sit(page, "Anna")
    sit_too(page, "Großmutter Änne")
    assert violations(page) == []
    start(page)
    page.get_by_role("button", name="I am").click()
    expect(seats(page)).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_who_sits_down_is_seen_by_all_at_once(new_page: NewPage) -> None:
    """And who is asked to leave; only the host can start the match."""
    anna, boris = new_page(), new_page()
    table = open_table(anna, [None, None, "punter"])
    anna.goto(table)
    expect(anna.get_by_text("2 seats are still free.")).to_be_visible()
    expect(anna.get_by_role("button", name="Start the match")).to_be_disabled()
    sit(anna, "Anna")
    boris.goto(table)
    expect(row(boris, "Anna")).to_be_visible()
    expect(boris.get_by_role("button", name="Start the match")).to_have_count(0)
    sit(boris, "Boris")
    expect(row(anna, "Boris")).to_be_visible()
    anna.get_by_role("button", name="Free the seat").click()
    expect(boris.get_by_role("button", name="Sit here as Boris")).to_be_visible()
    expect(boris.get_by_text("on this device", exact=True)).to_have_count(0)


def test_a_name_is_asked_for_and_known_the_next_time(page: Page) -> None:
    """The browser remembers it."""
    page.goto(open_table(page, [None, None]))
    sit(page, "Zoë")
    page.goto(open_table(page, [None, None]))
    expect(page.get_by_label("Your name")).to_have_value("Zoë")


def test_a_person_without_a_name_is_a_guest(page: Page) -> None:
    """On any seat; two guests get different names, and neither is remembered."""
    page.goto(open_table(page, [None, None, None]))
    page.get_by_role("button", name="Sit here", exact=True).last.click()
    page.get_by_role("button", name="Sit here as Guest", exact=True).click()
    expect(page.get_by_role("listitem").nth(2)).to_contain_text("on this device")
    page.get_by_role("button", name="Sit here", exact=True).first.click()
    page.get_by_role("button", name="Not now").click()
    expect(page.locator("#name")).to_have_count(0)
    page.get_by_role("button", name="Sit here", exact=True).first.click()
    page.get_by_role("button", name="Sit here as Guest 2").click()
    expect(row(page, "Guest 2")).to_contain_text("on this device")
    page.goto(open_table(page, [None, None]))
    expect(page.get_by_label("Your name")).to_have_value("")


def test_a_bot_goes_by_one_name(new_page: NewPage) -> None:
    """In the viewer's language, on the new-table page and in the waiting room."""
    page = new_page(locale="de-DE")
    character = in_language("de", "Bot: {character}").format(character=in_language("de", "Punter"))
    page.goto("/new/royal-turf/friends")
    page.locator("li select").last.select_option(label=character)
    page.locator("form footer button").click()
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.get_by_text(character, exact=True)).to_be_visible()


def test_a_phone_hands_the_link_on(new_page: NewPage) -> None:
    """With the device's share menu; if that fails, the link can be copied."""
    page = new_page(viewport=NARROW)
    page.add_init_script(
        "window.shared = []; window.failing = '';"
        "navigator.share = async data => {"
        "  if (failing) throw new DOMException('', failing); shared.push(data.url); };"
    )
    page.goto(open_table(page, [None, None]))
    sit(page, "Anna")
    share = page.get_by_role("button", name="Share the link")
    share.click()
    assert page.evaluate("window.shared") == [page.url]
    page.evaluate("window.failing = 'AbortError'")
    share.click()
    expect(share).to_be_visible()
    page.evaluate("window.failing = 'NotAllowedError'")
    share.click()
    expect(share).to_have_count(0)
    expect(page.get_by_role("button", name="Copy the link").first).to_be_visible()


def test_a_table_that_is_gone_says_what_to_do(page: Page) -> None:
    """With a link to open another table."""
    page.goto("/table/aaaaaaaaaaaaaaaaaaaaaaaaaa")
    expect(page.get_by_role("heading", name="There is no such table.")).to_be_visible()
    expect(page.get_by_role("link", name="Open a table")).to_be_visible()
    assert violations(page) == []


# --- one device, several people --------------------------------------------------------------


def test_no_two_seats_are_open_on_one_device(page: Page) -> None:
    """A cover comes between turns, and while it is up no socket to a seat is open."""
    lines: list[WebSocket] = []

    def note(line: WebSocket) -> None:
        lines.append(line)

    page.on("websocket", note)

    def looking() -> list[str]:
        urls = [line.url for line in lines if not line.is_closed()]
        return [found[1] for url in urls if (found := re.search(r"[?&]seat=(\d)", url))]

    shared(page, options={"hidden_bets": "on"})
    handed = []
    for _ in range(2):
        cover = page.get_by_role("heading", name="Hand the device to")
        expect(cover).to_be_visible()
        expect(seats(page)).to_have_count(0)
        settle(page)
        assert looking() == []
        button = page.get_by_role("button", name="I am")
        handed.append(str(button.text_content()).strip())
        button.click()
        expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
        settle(page)
        assert len(looking()) == 1
        page.get_by_role("button", name=BET).first.dblclick()  # choose and confirm
    assert sorted(handed) == ["I am Anna", "I am Boris"]


def test_a_cover_goes_to_the_next_when_the_turn_has_passed(page: Page) -> None:
    """Nobody has to lift it for others; meanwhile the page knows only what spectators know."""
    lines: list[str] = []
    page.on("websocket", lambda line: lines.append(line.url))
    names = ["Anna", "Boris"]
    table = shared(page, clock=90)
    button = page.get_by_role("button", name="I am")
    expect(button).to_be_visible()
    expect(page.get_by_title("Time for this turn")).to_have_text(re.compile(r"\d:\d\d"))
    covered = names.index(str(button.text_content()).strip().removeprefix("I am "))
    page.request.post(f"{api(table)}/seats/{covered}/away")
    expect(button).to_have_text(f"I am {names[1 - covered]}")  # once the bot has had its turn
    expect(page.get_by_role("heading", name=names[1 - covered])).to_be_focused()
    assert not [url for url in lines if "seat=" in url]


def test_lifting_the_cover_focuses_the_turn(page: Page) -> None:
    """With the keyboard: the turn panel has the focus, and the next stop is inside it."""
    shared(page)
    expect(page.get_by_role("button", name="I am")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your turn")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[aria-labelledby=turn]') !== null")


def test_a_cover_comes_down_when_the_match_is_ended(page: Page) -> None:
    """The player to act has nothing to do any more."""
    table = shared(page)
    expect(page.get_by_role("button", name="I am")).to_be_visible()
    page.request.post(f"{api(table)}/close")
    expect(page.get_by_text("The match was ended early.")).to_be_visible()
    expect(page.get_by_role("button", name="I am")).to_have_count(0)


def test_a_seat_can_be_played_on_another_device_too(new_page: NewPage) -> None:
    """By a link whose secret is not sent in a request line and disappears from the address."""
    anna, _ = two_people(new_page)
    seats(anna).get_by_role("button").first.click()
    anna.get_by_role("button", name="Play on another device too").click()
    link = anna.get_by_label("For one other device").input_value()
    phone = new_page()
    phone.goto(link)
    expect(seats(phone).get_by_role("button").first).to_contain_text("you")
    assert "#" not in phone.url
    stranger = new_page()
    stranger.goto(link)
    expect(stranger.get_by_text("This link has already been used or cancelled")).to_be_visible()
    expect(stranger.get_by_text("You are watching")).to_be_visible()


# --- with each other -------------------------------------------------------------------------


def test_a_bot_holds_a_seat_until_it_is_taken_back(new_page: NewPage) -> None:
    """Others see that a bot plays."""
    anna, boris = two_people(new_page)
    seats(anna).get_by_role("button").first.click()
    anna.get_by_role("button", name="Let a bot play for me").click()
    expect(seats(boris).get_by_role("button").first).to_contain_text("a bot plays")
    anna.get_by_role("button", name="Close", exact=True).click()
    expect(anna.get_by_text("A bot is playing for you.")).to_be_visible()
    anna.get_by_role("button", name="Take your seat back").click()
    expect(seats(boris).get_by_role("button").first).not_to_contain_text("a bot plays")


def test_who_is_muted_is_not_heard(new_page: NewPage) -> None:
    """Until they are unmuted; authors can hide their own messages."""
    anna, boris = two_people(new_page)
    for page in (anna, boris):
        page.get_by_role("tab", name="Chat").click()
    say(anna, "Good luck!")
    expect(boris.get_by_text("Good luck!", exact=False).first).to_be_visible()
    seats(boris).get_by_role("button").first.click()
    boris.get_by_role("button", name="Mute Anna for me").click()
    boris.get_by_role("button", name="Close", exact=True).click()
    say(anna, "Do you hear me?")
    say(boris, "No.")
    expect(boris.get_by_text("Do you hear me?")).to_have_count(0)  # nor announced
    boris.get_by_role("button", name="Unmute").click()
    expect(boris.get_by_text("Do you hear me?")).to_be_visible()
    anna.get_by_role("listitem").filter(has_text="Good luck!").get_by_role("button").click()
    expect(boris.get_by_role("tabpanel").get_by_text("Good luck!")).to_have_count(0)


def test_words_that_were_not_sent_stay(page: Page) -> None:
    """While another tab is open, and when the window becomes narrow."""
    page.set_viewport_size(WIDE)
    begun(page, "punter")
    words = page.get_by_label("Your message")
    page.get_by_role("tab", name="Chat").click()
    words.fill("Good lu")
    page.get_by_role("tab", name="Log").click()
    expect(words).to_have_count(0)
    page.get_by_role("tab", name="Chat").click()
    expect(words).to_have_value("Good lu")
    page.get_by_role("tab", name="Log").click()
    page.set_viewport_size(NARROW)
    page.get_by_role("button", name="Chat").click()
    expect(words).to_have_value("Good lu")
    words.press("End")
    words.press_sequentially("ck!")
    words.press("Enter")
    expect(words).to_have_value("")
    expect(page.get_by_role("listitem").filter(has_text="Good luck!")).to_be_visible()


def test_a_match_is_ended_by_all_and_played_again(new_page: NewPage) -> None:
    """One asks, the other agrees; the seed is revealed; both get to the rematch."""
    anna, boris = two_people(new_page)
    for page in (anna, boris):
        expect(seats(page)).to_contain_text("places a bet")
    assert sum(page.get_by_role("button", name=BET).count() for page in (anna, boris)) == 7

    def ask() -> None:
        anna.get_by_role("button", name="Table", exact=True).click()
        anna.get_by_role("button", name="Ask to end the match here").click()
        expect(boris.get_by_text("Anna asks to end the match here.").last).to_be_visible()

    ask()
    boris.get_by_role("button", name="No", exact=True).click()
    expect(anna.get_by_role("region", name="Vote")).to_have_count(0)
    ask()
    boris.get_by_role("button", name="Agree").click()
    for page in (anna, boris):
        expect(page.get_by_text("The match was ended early.")).to_be_visible()
        expect(page.get_by_role("button", name=BET)).to_have_count(0)
    assert violations(anna) == []
    anna.get_by_text("The seed of the dice is revealed").click()
    expect(anna.get_by_text(re.compile("^[0-9a-f]{64}$"))).to_have_count(2)
    anna.get_by_role("button", name="Rematch").click()
    expect(anna.get_by_text("The table is being set up")).to_be_visible()
    boris.get_by_role("link", name="Go to the rematch").click()
    expect(boris).to_have_url(anna.url)


def test_a_reload_shows_as_much_time_as_there_is(page: Page) -> None:
    """The server sends the time left, so a reload does not restart the clock."""
    begun(page, "punter", clock=90)
    clock = seats(page).get_by_title("Time for this turn")
    expect(clock).not_to_have_text(re.compile("1:(2[89]|30)"))  # some time has passed
    before, began = seconds(clock), monotonic()
    page.reload()
    expect(clock).to_be_visible()
    after, gone = seconds(clock), monotonic() - began
    assert before - gone - 2 <= after <= before


def test_the_clock_goes_on_while_a_settlement_is_read(new_page: NewPage) -> None:
    """Afterwards the focus moves to the turn panel, but not away from a text field."""
    page = new_page(viewport=WIDE, reduced_motion="reduce")
    table = seat_by_api(page, [None, "punter"], clock=90, edition=BRIEF["royal-turf"])
    advance(table, page, to="move")
    page.goto(table)
    expect(page.locator(".asked[aria-labelledby=turn]")).to_be_visible()
    advance(table, page, settled=1)
    settled = page.locator(".settled[aria-labelledby=turn]")
    expect(settled).to_be_visible()
    clock = settled.get_by_title("Time for this turn")
    expect(clock).to_be_visible()
    before, began = seconds(clock), monotonic()
    expect(clock).not_to_have_text(clock.inner_text())
    after, gone = seconds(clock), monotonic() - began
    assert before - gone - 2 <= after <= before - 1
    settled.locator(".act").press("Enter")
    expect(page.get_by_role("heading", name="Your turn")).to_be_focused()
    page.request.post(f"{api(table)}/seats/0/away")  # bots run the next race
    second = page.get_by_role("heading", name="Race 2 is over.")
    expect(second).to_be_visible()
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Your message").press_sequentially("Well")
    expect(settled).to_be_visible()
    settled.locator(".act").evaluate("button => button.click()")  # the focus stays where it is
    expect(second).to_be_hidden()
    page.keyboard.type(" done!")
    expect(page.get_by_label("Your message")).to_have_value("Well done!")


def seconds(clock: Locator) -> int:
    minutes, rest = clock.inner_text().strip().split(":")
    return 60 * int(minutes) + int(rest)


def test_whose_turn_it_is_shows_in_the_tab_of_the_browser(page: Page) -> None:
    """By title and icon, and only as long as the table is open."""
    page.goto(open_table(page, [None, "punter"]))
    sit(page, "Anna")
    calm = page.locator("link[rel=icon]").get_attribute("href")
    start(page)
    expect(page).to_have_title("Your turn: Royal Turf")
    assert page.locator("link[rel=icon]").get_attribute("href") != calm
    page.get_by_role("link", name="Leave").click()
    expect(page).to_have_url("/")
    assert str(page.locator("link[rel=icon]").get_attribute("href")).endswith(str(calm))


def test_typing_a_name_continues_at_the_next_seat(new_page: NewPage) -> None:
    """Somebody else has taken the seat that they were about to take."""
    anna, boris = new_page(), new_page()
    table = open_table(anna, [None, None])
    anna.goto(table)
    boris.goto(table)
    field = boris.locator("#name")
    field.press_sequentially("Bo")
    sit(anna, "Anna")
    expect(boris.get_by_role("listitem").nth(1).locator("#name")).to_be_focused()
    boris.keyboard.type("ris")
    expect(boris.locator("#name")).to_have_value("Boris")


def test_the_keys_of_a_bet_act_where_a_token_was_clicked(page: Page) -> None:
    """Arrows and the space bar still choose among the tokens."""
    page.set_viewport_size(WIDE)
    begun(page, "punter")
    tokens = page.locator("input[name=token]")
    second, label = tokens.nth(1), page.locator("fieldset label").nth(1)
    label.click()
    expect(second).to_be_focused()
    page.keyboard.press("-")
    expect(tokens.first).to_be_checked()
    expect(tokens.first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(second).to_be_checked()
    expect(page.get_by_text("Choose a horse.")).to_be_visible()
    page.keyboard.press("3")
    expect(page.locator("#horse-2")).to_be_focused()
    label.click()
    page.keyboard.press("Enter")
    third = page.get_by_role("region", name="The horses").locator(".runner").nth(2)
    expect(third).not_to_contain_text("No bets")
