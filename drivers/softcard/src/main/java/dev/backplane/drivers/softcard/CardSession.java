package dev.backplane.drivers.softcard;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Board;
import dev.backplane.api.DeviceMemory;
import dev.backplane.api.Diagnosis;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Management;
import dev.backplane.api.Memory;
import dev.backplane.api.Program;
import dev.backplane.api.Registers;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.drivers.softcard.memory.HeldMemory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One holder of a card. Safe for use by several threads. */
final class CardSession implements DriverDevice {
  private final Card card;
  private final HeldMemory memory;
  private final Board board;
  private final Map<Class<? extends Facet>, Facet> facets;

  CardSession(Card card, String name) {
    this.card = card;
    memory = card.memory().open(name, this::closedError);
    board = card.board().open(new CardHolder(card, this));
    facets =
        Map.of(
            Memory.class, memory,
            DeviceMemory.class, memory.addresses(),
            Images.class, new CardImages(),
            Registers.class, new CardRegisters(card, this),
            Management.class, new CardManagement(),
            Board.class, board,
            Diagnosis.class, new CardDiagnosis(card, this));
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    return Optional.ofNullable(facets.get(type)).map(type::cast);
  }

  @Override
  public void close() {
    card.detach(this);
  }

  HeldMemory memory() {
    return memory;
  }

  BackplaneException closedError() {
    return BackplaneException.because(ErrorCode.CLOSED, "the device was closed")
        .on(card.config().name())
        .remedy("Open it again")
        .build();
  }

  private final class CardImages implements Images {
    private @Nullable CardProgram program;

    @Override
    public Program load(Image image, LoadOption... options) {
      boolean force = List.of(options).contains(LoadOption.FORCE);
      return program(card.load(CardSession.this, image, force));
    }

    @Override
    public Optional<Program> loaded() {
      Fabric fabric = card.fabric(CardSession.this);
      return fabric == null ? Optional.empty() : Optional.of(program(fabric));
    }

    /** One object per image, whoever of the holders loaded it. */
    private synchronized Program program(Fabric fabric) {
      CardProgram known = program;
      if (known == null || !known.isOf(fabric)) {
        known = new CardProgram(card, CardSession.this, fabric);
        program = known;
      }
      return known;
    }
  }

  private final class CardManagement implements Management {
    @Override
    public Health health() {
      return card.health();
    }

    @Override
    public Map<String, String> report() {
      return card.report();
    }

    @Override
    public void reset() {
      board.reset(Board.ResetKind.USER);
    }
  }
}
