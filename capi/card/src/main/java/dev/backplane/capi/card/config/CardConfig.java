package dev.backplane.capi.card.config;

import dev.backplane.capi.card.psl.Host;
import dev.backplane.rtl.simulators.EngineKind;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A card of the configuration.
 *
 * @param name what people call it; its nodes have names of the kernel, by its number
 * @param psl the version of its PSL, 8 or 9
 * @param afus its AFUs, 1 to 4
 * @param faults what its PSL does now and then
 * @param flash where its flash is kept; null for the memory of the process
 */
public record CardConfig(
    String name, int psl, List<AfuConfig> afus, FaultConfig faults, @Nullable Path flash) {
  /** The most AFUs of a card. */
  public static final int MOST_AFUS = 4;

  /** Copies the list. */
  public CardConfig {
    afus = List.copyOf(afus);
  }

  /** {@return whether a compiler of the machine has to work before it can have power} */
  public boolean isCompiled() {
    return afus.stream().anyMatch(each -> each.options().engine() != EngineKind.JVM);
  }

  /** {@return a card of which nothing is said} */
  public static CardConfig usual(Host host) {
    return new CardConfig("card0", host.psl(), List.of(AfuConfig.USUAL), FaultConfig.NONE, null);
  }

  /** {@return the same under another name} */
  CardConfig named(String other) {
    return new CardConfig(other, psl, afus, faults, flash);
  }

  /** {@return the same with its own file for its flash} */
  CardConfig with(@Nullable Path ownFlash) {
    return new CardConfig(name, psl, afus, faults, ownFlash);
  }
}
