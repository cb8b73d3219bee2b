# SPDX-License-Identifier: Apache-2.0
"""Provider tokens (RFC 7519, ES256), signed with a key that the gateway issues."""
import base64
import json
import os
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


def openssl(*words, text=b""):
    done = subprocess.run(
        [tool("openssl", "openssl"), *words], input=text, capture_output=True, check=False)
    if done.returncode != 0:
        raise Trouble(f"openssl {words[0]}: {done.stderr.decode().strip()}")
    return done.stdout


def new_key(folder):
    """The file of a new key that no server knows, like an AuthKey.p8 of Apple's."""
    path = os.path.join(folder, "AuthKey.p8")
    openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", path)
    return path


def signed_token(key_file, key_id, team_id):
    header = part(json.dumps({"alg": "ES256", "kid": key_id}).encode())
    claims = part(json.dumps({"iss": team_id, "iat": int(time.time())}).encode())
    text = f"{header}.{claims}".encode()
    signature = raw_signature(openssl("dgst", "-sha256", "-sign", key_file, text=text))
    return f"{text.decode()}.{part(signature)}"


def provider_token(gateway, folder):
    """A token of a new key of this gateway."""
    key = gateway.ask("issue", "key", "--output", folder)
    return signed_token(key["key"], key["keyID"], key["teamID"])
