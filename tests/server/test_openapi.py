"""Schemathesis asks the running server everything that its OpenAPI allows, and worse."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cattery.server.settings import ConnectionLimits
from server.running import Server

EXAMPLES = 12  # per operation


@pytest.fixture(scope="module")
def schema(server: Server) -> schemathesis.BaseSchema:
    """The API of the running server."""
    return schemathesis.openapi.from_url(f"{server.base}/api/openapi.json")


def test_the_api_describes_itself(server: Server) -> None:
    """Every path of the API is there, with the one error shape."""
    described = httpx.get(f"{server.base}/api/openapi.json").json()
    assert "/api/tables/{table_id}/commands" in described["paths"]
    for path, operations in described["paths"].items():
        for operation in operations.values():
            problem = operation["responses"]["422"]["content"]["application/json"]["schema"]
            assert problem["$ref"].endswith("/Problem"), path


def test_no_request_brings_the_server_down(schema: schemathesis.BaseSchema) -> None:
    """No 5xx but "not ready", and no answer without the security headers."""
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 20
    for operation in operations:
        _bombard(operation)


def _bombard(operation: Any) -> None:
    modes = list(schemathesis.GenerationMode)

    @given(case=st.one_of([operation.as_strategy(generation_mode=mode) for mode in modes]))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: schemathesis.Case) -> None:
        answer = case.call(timeout=20)
        assert answer.status_code < 500 or answer.status_code == 503, answer.text
        too_long = len(answer.request.url) > ConnectionLimits().head_bytes
        if too_long and answer.status_code == 414:  # refused before there was a request
            return
        assert "content-security-policy" in answer.headers

    ask()
