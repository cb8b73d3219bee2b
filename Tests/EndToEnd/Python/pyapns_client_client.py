# SPDX-License-Identifier: Apache-2.0
"""pyapns-client: httpx below it, keys alone, `iat` with a fraction of a second."""

from pyapns_client import APNSClient, IOSNotification, IOSPayload, exceptions

import place

at = place.begin()
client = APNSClient(
    mode=APNSClient.MODE_PROD, root_cert_path=at.authority, auth_key_path=at.key,
    auth_key_id=at.keyID, team_id=at.teamID)


def push(token):
    notification = IOSNotification(
        payload=IOSPayload(custom=place.payload()), topic=at.topic, expiration=0,
        push_type=IOSNotification.PUSH_TYPE_VOIP)
    try:
        client.push(notification, token)
    except exceptions.APNSConnectionException:
        raise
    except exceptions.APNSException as refusal:
        reason = type(refusal).__name__.removesuffix("Exception")
        raise place.Refused(reason, getattr(refusal, "timestamp", None)) from refusal


place.run(at, push)
