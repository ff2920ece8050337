from touchline.conftest import Visitor


def test_in(visitor: Visitor) -> None:
    viewer = visitor.register()
    assert visitor.get("/settings").status_code == 403
    assert viewer.get("/settings").status_code == 200
