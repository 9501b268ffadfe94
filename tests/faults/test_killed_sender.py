"""kill -9 of the process that sends messages: each comes at least once, under the id it had."""

from tests.faults.conftest import Evening
from tests.faults.servers import Server
from tests.processes import manage, wait_until
from tests.tournaments.receivers import A_CLAIM_LATER, MAKE, receiving, say


def test_messages_outlive_the_process_that_sends_them(prepared: Evening, server: Server) -> None:
    server.stop()
    server.env["WEBHOOKS_TO_PRIVATE"] = "on"
    with receiving() as receiver:
        manage(server.env, "shell", "-c", MAKE.format(url=receiver.url))
        receiver.answer = lambda handler: server.kill()  # the message arrived, the answer never does
        server.start()
        wait_until(lambda: server.process is not None and server.process.poll() is not None, "it is killed")
        receiver.answer = lambda handler: say(handler, 200)
        manage(server.env, "shell", "-c", A_CLAIM_LATER)
        server.start()
        wait_until(lambda: len(receiver.ids) >= 4, "every message has come")
    assert len(set(receiver.ids)) == 3 and receiver.ids[0] == receiver.ids[1]
