package dev.backplane.runtime.loading;

import dev.backplane.api.BackplaneException;
import java.util.Optional;

/**
 * A driver plugin that was found.
 *
 * @param module the plugin
 * @param refusal why it cannot be used, or empty
 */
public record Finding(DriverModule module, Optional<BackplaneException> refusal) {}
