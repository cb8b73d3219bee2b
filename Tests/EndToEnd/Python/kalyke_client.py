# SPDX-License-Identifier: Apache-2.0
"""kalyke-apns: httpx2 below it, a connection for each push, `iat` as a string."""

import asyncio
import warnings

from kalyke import VoIPApnsConfig, VoIPClient
from kalyke.clients.voip_certificate import VoIPCertificateClient
from kalyke.exceptions import ApnsProviderException

import place

at = place.begin()
warnings.simplefilter("ignore", DeprecationWarning)
if at.told.get("certificate"):
    client = VoIPCertificateClient(use_sandbox=False, auth_key_filepath=at.certificate)
else:
    client = VoIPClient(
        use_sandbox=False, team_id=at.teamID, auth_key_id=at.keyID, auth_key_filepath=at.key)
config = VoIPApnsConfig(topic=at.topic, expiration=0)


def push(token):
    try:
        asyncio.run(client.send_message(token, place.payload(), config))
    except ApnsProviderException as refusal:
        raise place.Refused(
            type(refusal).__name__, refusal.error.get("timestamp")) from refusal


place.run(at, push)
