package dev.backplane.xrt.card.schedule;

import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.memory.BankedMemory;
import java.util.Optional;
import java.util.function.Function;

/**
 * The services of a card that exist from power-up on, for all images that are loaded one after the
 * other.
 *
 * @param config the site's configuration of the card
 * @param lock the card's lock
 * @param health the fault that stops the card
 * @param memory its memory
 * @param reclaimer frees memory when no execution uses it
 * @param runs the runs that its clients have open
 * @param clock ends executions whose time limit has passed
 * @param events tells holders of events
 * @param tracks finds the trace of a compute unit's times, by the unit's name
 */
public record CardServices(
    CardConfig config,
    CardLock lock,
    CardHealth health,
    BankedMemory memory,
    MemoryReclaimer reclaimer,
    OpenRuns runs,
    KillClock clock,
    EventPublisher events,
    Function<String, Optional<Track>> tracks) {}
