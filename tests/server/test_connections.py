"""Connections: a time limit for each step of a client, and a fair share under load."""

import pytest

from server.connections import (
    A_READ,
    BODY_SECONDS,
    CALM_SECONDS,
    FURTHEST,
    HEAD_SECONDS,
    LONGEST_HEAD,
    QUIET_SECONDS,
    SLOWEST,
    STEP_BACK,
    Connection,
    Connections,
    network_of,
)


class Line:
    """A transport that records whether it was cut."""

    def __init__(self, unread=0):
        self.is_cut, self.unread = False, unread

    def abort(self):
        self.is_cut = True

    def is_closing(self):
        return self.is_cut

    def get_write_buffer_size(self):
        return self.unread


def a_place(unread=0):
    return Connection(("192.0.2.1", 1), Line(unread), now=0.0)


def is_let_go(connections, place, after):
    connections.close_overdue(after)
    return place.is_gone


@pytest.mark.parametrize(
    ("step", "seconds"),
    [
        pytest.param(lambda place: None, QUIET_SECONDS, id="says nothing"),
        pytest.param(lambda place: place.hear(10, 0.0), HEAD_SECONDS, id="half a header"),
        pytest.param(
            lambda place: (place.hear(10, 0.0), place.hear(1, HEAD_SECONDS - 0.1)),
            HEAD_SECONDS,
            id="a header letter by letter",
        ),
        pytest.param(lambda place: place.read_body(0, 0.0), BODY_SECONDS, id="no body"),
        pytest.param(
            lambda place: place.read_body(80 * SLOWEST, 0.0), BODY_SECONDS + 80, id="a long body, in time"
        ),
        pytest.param(
            lambda place: (place.work(), place.send(5 * SLOWEST, 0.0)), QUIET_SECONDS + 5, id="does not read"
        ),
    ],
)
def test_each_step_has_its_time_and_no_more(step, seconds):
    connections = Connections()
    place = connections.admit(("192.0.2.1", 1), Line(), 0.0)
    step(place)
    assert not is_let_go(connections, place, seconds - 0.01)
    assert is_let_go(connections, place, seconds + 0.01)


def test_nobody_is_let_go_while_the_server_works():
    connections = Connections()
    place = connections.admit(("192.0.2.1", 1), Line(), 0.0)
    place.work()
    assert not is_let_go(connections, place, 10_000)


def test_a_client_that_asks_again_without_reading_gains_no_time():
    place = a_place(unread=1000)
    place.work()
    place.send(0, 0.0)
    place.rest()
    place.hear(10, 15.0)
    assert place.deadline == QUIET_SECONDS


def test_a_header_without_end_is_cut_off():
    place = a_place()
    place.hear(LONGEST_HEAD, 0.0)
    assert not place.is_gone
    place.hear(1, 0.0)
    assert place.is_gone


# Shares


def filled(connections, address, number, start=0):
    return [connections.admit((address, start + port), Line(), float(port)) for port in range(number)]


def test_one_address_may_have_all_places_while_nobody_else_wants_one():
    places = filled(Connections(most=10), "192.0.2.1", 10)
    assert not any(place.is_gone for place in places)


def test_the_largest_client_gives_up_what_it_left_alone_longest_where_it_is_tight():
    connections = Connections(most=10)
    many = filled(connections, "192.0.2.1", 10)
    other = connections.admit(("192.0.2.2", 1), Line(), 50.0)
    assert not other.is_gone and [place.is_gone for place in many] == [True, *[False] * 9]


def test_two_addresses_end_up_with_half_each():
    connections = Connections(most=10)
    one, other = filled(connections, "192.0.2.1", 10), filled(connections, "192.0.2.2", 10)
    assert sum(not place.is_gone for place in one) == sum(not place.is_gone for place in other) == 5


def test_a_client_that_is_being_answered_loses_no_place():
    connections = Connections(most=2)
    busy = filled(connections, "192.0.2.1", 2)
    for place in busy:
        place.work()
    late = connections.admit(("192.0.2.2", 1), Line(), 0.0)
    assert late.is_gone and not any(place.is_gone for place in busy)


def test_a_closed_connection_leaves_nothing_behind():
    connections = Connections()
    place = connections.admit(("192.0.2.1", 1), Line(), 0.0)
    connections.remove(place)
    connections.remove(place)
    assert not connections.by_client and not connections.by_address


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("nonsense:", "nonsense:"),
    ],
)
def test_a_connection_belongs_to_its_network_or_visitor(address, network):
    assert network_of(address) == network


def test_a_connection_stands_back_the_further_the_more_it_asked_for_lately():
    place, calm = a_place(), 20 * CALM_SECONDS
    steps = [place.stand_back(calm) for _ in range(200)]
    assert steps == sorted(steps) and steps[-1] == FURTHEST
    assert steps[:3] == pytest.approx([0.0, 0.0, STEP_BACK], abs=0.001)
    assert place.stand_back(2 * calm) == 0.0


def test_a_new_connection_stands_back_for_those_that_are_known():
    assert a_place().stand_back(0.0) == STEP_BACK
    assert a_place().stand_back(CALM_SECONDS) == 0.0


def test_a_phone_that_only_looks_at_its_sheet_does_not_stand_back():
    place = a_place()
    for moment in range(4, 600, 4):
        assert place.stand_back(moment, A_READ) == 0.0
    assert place.stand_back(600) == 0.0
