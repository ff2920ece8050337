"""What the steps of a rehearsal say. A failure says what to do."""

from touchline.front.rehearsal.rehearsal import StepMessage

# The event and its stream
EVENT_CREATED = StepMessage("event_created", "A private event was created. Nobody but operators can open it.")
EVENT_IS_VISIBLE = StepMessage(
    "event_is_visible", "A visitor could open the private event. Do not use private events on this site."
)
STREAM_OPENED = StepMessage("stream_opened", "An ingest process waits for the encoder.")
NO_INGEST = StepMessage(
    "no_ingest", "No ingest process serves the stream. Start `touchline ingest`, or use `touchline run`."
)
ENCODER_CONNECTED = StepMessage("encoder_connected", "The test encoder connected with the stream key.")
ENCODER_FAILED = StepMessage(
    "encoder_failed", "The test encoder could not connect: {error}. Check the ports of the ingest process."
)
ON_AIR = StepMessage("on_air", "The first segment was on air {seconds} s after the encoder began.")
NOT_ON_AIR = StepMessage(
    "not_on_air", "The video did not go on air. {fault} The log of the ingest process has the details."
)

# Purchase
NOT_REQUESTED = StepMessage("not_requested", "The rehearsal was started without a purchase.")
PAYMENTS_OFF = StepMessage("payments_off", "Payments are turned off on this site.")
LIVE_PAYMENTS = StepMessage(
    "live_payments", "Payments on this site take real money, so no purchase was made."
)
NO_PACKAGE = StepMessage("no_package", "The channel sells no single events.")
PROVIDER_FAILED = StepMessage(
    "provider_failed", "The payment provider refused the keys: {error} Check the keys in the settings."
)
FREE_BEFORE_PURCHASE = StepMessage(
    "free_before_purchase", "The viewer had access before the purchase. Check the offers of the channel."
)
ORDER_NOT_PAID = StepMessage(
    "order_not_paid", "The test card was not charged: the order is {status}. Check the payment provider."
)
NO_ACCESS = StepMessage(
    "no_access", "The order is paid, but the viewer has no access. Check the offers of the channel."
)
PURCHASED = StepMessage(
    "purchased", "Locked before the purchase, open after it. The test card paid {total} {currency}."
)

# Playback
PLAYED = StepMessage(
    "played",
    "{segments} segments played. A viewer gets the picture {delay} s after the camera. Picture and sound are "
    "{sync} ms apart. Rewinding to the start works.",
)
NO_PLAYBACK_URL = StepMessage(
    "no_playback_url", "The viewer has access, but gets no video. Check the country rules of the channel."
)
WRONG_PICTURE = StepMessage(
    "wrong_picture", "The viewer does not get the picture of the encoder. Check the storage and its delivery."
)
TOO_FEW_SEGMENTS = StepMessage(
    "too_few_segments", "Only {segments} segments arrived. Check the load of this server, and the storage."
)
OUT_OF_SYNC = StepMessage(
    "out_of_sync", "Picture and sound are {sync} ms apart; at most {limit} ms are allowed."
)
NO_SOUND = StepMessage("no_sound", "The sound of the encoder does not arrive.")
NO_REWIND = StepMessage("no_rewind", "Viewers cannot rewind to the start.")

# End and recording
STREAM_ENDED = StepMessage("stream_ended", "The stream ended after {seconds} s of video.")
STREAM_NOT_ENDED = StepMessage(
    "stream_not_ended", "The ingest process did not close the stream. Check its log."
)
RECORDED = StepMessage("recorded", "The recording has {seconds} of {sent} s and plays.")
NO_WORKER = StepMessage("no_worker", "No worker took the job. Start `touchline worker`.")
RECORDING_SLOW = StepMessage(
    "recording_slow", "The recording was not ready after {seconds} s. The worker has other videos to process."
)
RECORDING_FAILED = StepMessage("recording_failed", "The recording failed: {error}")
RECORDING_INCOMPLETE = StepMessage(
    "recording_incomplete", "The recording has {seconds} s, but {sent} s were sent."
)

# Removal
REMOVED = StepMessage("removed", "The event, its video, the viewer and the order are removed.")
