# SPDX-License-Identifier: Apache-2.0
"""Provider tokens (RFC 7519, ES256), signed with a key that the gateway issues."""
import base64
import json
import subprocess
import time

from processes import Trouble, tool


def part(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def raw_signature(der):
    """r and s, 32 bytes each, of the two integers in a sequence (RFC 7518 §3.4)."""
    numbers, position = b"", 2
    for _ in range(2):
        count = der[position + 1]
        number = der[position + 2:position + 2 + count].lstrip(b"\0")
        numbers += number.rjust(32, b"\0")
        position += 2 + count
    return numbers


def signed_token(key_file, key_id, team_id):
    header = part(json.dumps({"alg": "ES256", "kid": key_id}).encode())
    claims = part(json.dumps({"iss": team_id, "iat": int(time.time())}).encode())
    text = f"{header}.{claims}".encode()
    done = subprocess.run(
        [tool("openssl", "openssl"), "dgst", "-sha256", "-sign", key_file], input=text,
        capture_output=True, check=False)
    if done.returncode != 0:
        raise Trouble(f"openssl does not sign: {done.stderr.decode().strip()}")
    return f"{text.decode()}.{part(raw_signature(done.stdout))}"


def provider_token(gateway, folder):
    """A token of a new key of this gateway."""
    key = gateway.ask("issue", "key", "--output", folder)
    return signed_token(key["key"], key["keyID"], key["teamID"])
