package dev.backplane.drivers.softcard.schedule;

import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.drivers.softcard.config.CardConfig;
import dev.backplane.drivers.softcard.memory.BankedMemory;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a card has from power-up on, for the images that are loaded one after the other.
 *
 * @param config what the site says of the card
 * @param lock the card's lock
 * @param health the fault that stops the card
 * @param memory its memory
 * @param reclaimer frees memory when no execution uses it
 * @param runs what its clients have open
 * @param clock ends executions whose time is up
 * @param events tells holders what happens
 * @param tracks gives what takes the times of a compute unit, from its name
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
