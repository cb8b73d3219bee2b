# SPDX-License-Identifier: Apache-2.0
"""apns2 as apns2-up keeps it: blocking, on hyper."""

import hyper.tls
from apns2.client import APNsClient
from apns2.credentials import CertificateCredentials, TokenCredentials
from apns2.errors import APNsException
from apns2.payload import Payload

import place

at = place.begin()
# hyper brings a list of authorities of its own; this is its way to name another.
hyper.tls.cert_loc = at.authority
if at.told.get("certificate"):
    credentials = CertificateCredentials(at.certificate)
else:
    credentials = TokenCredentials(at.key, at.keyID, at.teamID)
client = APNsClient(credentials)


def push(token):
    try:
        client.send_notification(
            token, Payload(custom=place.payload()), topic=at.topic, expiration=0)
    except APNsException as refusal:
        timestamp = getattr(refusal, "timestamp", None)
        raise place.Refused(type(refusal).__name__, timestamp) from refusal


def renew():
    """Makes another client, as its user has to once a connection has ended."""
    global client  # pylint: disable=global-statement
    client = APNsClient(credentials)


place.run(at, push, renew)
