# SPDX-License-Identifier: Apache-2.0
"""httpx: what people use who write the few lines of a provider themselves."""

import time

import httpx
import jwt

import place

at = place.begin()
headers = {"apns-topic": at.topic, "apns-push-type": "voip", "apns-expiration": "0"}
context = httpx.create_ssl_context()
if at.told.get("certificate"):
    context.load_cert_chain(at.certificate)
else:
    with open(at.key, encoding="ascii") as file:
        token = jwt.encode(
            {"iss": at.teamID, "iat": int(time.time())}, file.read(), algorithm="ES256",
            headers={"kid": at.keyID})
    headers["authorization"] = f"bearer {token}"
client = httpx.Client(
    http2=True, verify=context, headers=headers, timeout=20, base_url="https://api.push.apple.com")


def push(device_token):
    answer = client.post(f"/3/device/{device_token}", json=place.payload())
    if answer.status_code != 200:
        told = answer.json()
        raise place.Refused(told["reason"], told.get("timestamp"))


place.run(at, push)
