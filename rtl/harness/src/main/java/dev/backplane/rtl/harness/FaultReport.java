package dev.backplane.rtl.harness;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.harness.ports.Rule;
import java.util.Optional;

/**
 * A fault that makes an accelerator unusable until its next reset.
 *
 * @param error the kind of fault: a violated rule, an access outside memory, no progress, or an
 *     error that the design reports itself
 * @param rule the rule, if one was violated
 * @param message where and when it happened, and what to do
 */
public record FaultReport(RtlError error, Optional<Rule> rule, String message) {}
