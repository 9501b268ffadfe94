"""OpenAPI descriptions of the endpoints of money."""

from tournaments.api.cash import shapes, shapes_of_prizes
from tournaments.api.http.schema_of_programs import listing, reading, writing

TAG = "money"
FEES = reading("fees", TAG, shapes.FeeList)
PAY_DUE = writing("pay_due", TAG, shapes.PaidDue, body=shapes.FeePaid, example={"number": 3})
PAYMENTS = listing("payments", TAG, shapes.PaymentShape)
PAY = writing(
    "pay", TAG, shapes.PaymentShape, status=201,
    body=shapes.NewPayment, example={"kind": "other", "cents": -250, "note": "Coffee"},
)  # fmt: skip
PAY_BACK = writing("pay_back", TAG, shapes.PaymentShape)
PRIZES = reading("prizes", TAG, shapes.PrizeList)
GIVE = writing("give_prizes", TAG, shapes.Given, body=shapes.Giving, example={})
CLOSE = writing("close_cash", TAG, shapes.CashClosing, body=shapes.CashClosing, example={"counted": 12000})
KEY = {"prizes": [{"places": [1], "share": 500}, {"places": [2, 3], "cents": 1000}], "ties": "share"}
PRIZE_KEY = reading("prize_key", TAG, shapes_of_prizes.KeyShape)
CHANGE_PRIZES = writing(
    "change_prizes", TAG, shapes_of_prizes.KeyShape, is_matched=True,
    body=shapes_of_prizes.NewKey, example=KEY,
)  # fmt: skip
PREVIEW_PRIZES = writing("preview_prizes", TAG, shapes.PrizeList, body=shapes_of_prizes.NewKey, example=KEY)
