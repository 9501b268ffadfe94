"""How requests are taken in: connections, bodies, kept pages, and the processes that answer the rest.

`connections` holds every socket and closes what nobody uses; `front` is the ASGI application that reads each
request whole; `pages` answers what is the same for all; `lanes` hands everything else to `worker` processes,
in which the WSGI application runs. None of it knows anything about cards.
"""
