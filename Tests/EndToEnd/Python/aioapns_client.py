# SPDX-License-Identifier: Apache-2.0
"""aioapns: asyncio, its own connection on top of h2, a pool that resends."""

import asyncio

import aioapns

import place


def client(at):
    if at.told.get("certificate"):
        return aioapns.APNs(client_cert=at.certificate, topic=at.topic, max_connection_attempts=2)
    with open(at.key, encoding="ascii") as file:
        key = file.read()
    return aioapns.APNs(
        key=key, key_id=at.keyID, team_id=at.teamID, topic=at.topic, max_connection_attempts=2)


async def push(apns, token):
    request = aioapns.NotificationRequest(
        device_token=token, message=place.payload(), time_to_live=0,
        push_type=aioapns.PushType.VOIP)
    return await asyncio.wait_for(apns.send_notification(request), timeout=20)


async def main(at):
    apns = client(at)
    for step in at.steps:
        # Meanwhile the connection is read.
        await asyncio.to_thread(place.wait, step)
        try:
            result = await push(apns, step["token"])
        except Exception as error:  # pylint: disable=broad-except
            place.report(at, step, None, error=place.words(error))
            continue
        reason = "" if result.is_successful else result.description
        place.report(at, step, reason, timestamp=result.timestamp)
    apns.pool.close()


asyncio.run(main(place.begin()))
