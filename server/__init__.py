"""The server: connections, request bodies, the page cache, and the processes that answer all other requests.

`connections` holds every socket and closes idle ones; `front`, the ASGI application, reads each request
completely; `page_cache` answers what is the same for all; `lanes` passes the rest to `worker` processes that
run the WSGI application; `clients` tells long work whether anybody still waits for it. This room knows no
model, and of the application only its addresses.
"""
