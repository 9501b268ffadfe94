
from tests.browser.test_pads import *
import time
def test_shots(page, installation, site):
    table = a_table(installation, "doppelkopf")
    pad = Pad(page, table["path"])
    time.sleep(1)
    page.screenshot(path="/tmp/dk1.png", full_page=True)
    enter(pad, DEALS["doppelkopf"].steps)
    time.sleep(1)
    page.screenshot(path="/tmp/dk2.png", full_page=True)
    print("WITHIN", is_within(page))
    pad.save(); time.sleep(1)
    page.screenshot(path="/tmp/dk3.png", full_page=True)
    more = page.locator("[data-place=more] button, button:has-text('more')").first
    print(more.count())
    try: more.tap(timeout=1500)
    except Exception as e: print(e)
    time.sleep(1)
    page.screenshot(path="/tmp/dk4.png", full_page=True)
    page.set_viewport_size({"width":360,"height":640})
    page.screenshot(path="/tmp/dk5.png")
