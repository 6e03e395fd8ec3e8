package dev.backplane.capi.card.descriptor;

import dev.backplane.api.capi.AfuMode;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The model by which processes share an AFU (document, "AFU Modes"). */
public enum ProgrammingModel {
  /** One process at a time. */
  DEDICATED(0x10, AfuMode.DEDICATED_PROCESS),
  /** Many contexts: the AFU says with each command which one it is for. */
  DIRECTED(0x04, AfuMode.AFU_DIRECTED);

  /** A bit that hardware wants set, and that some accelerators leave clear. */
  static final int MULTIMODE = 0x8000;

  private final int bit;
  private final AfuMode mode;

  ProgrammingModel(int bit, AfuMode mode) {
    this.bit = bit;
    this.mode = mode;
  }

  /** {@return the name of the model in attributes} */
  public String text() {
    return mode.text();
  }

  /** {@return its name for programs} */
  public AfuMode mode() {
    return mode;
  }

  /** {@return the model of a mode; empty for none} */
  public static Optional<ProgrammingModel> of(AfuMode mode) {
    return switch (mode) {
      case NONE -> Optional.empty();
      case DEDICATED_PROCESS -> Optional.of(DEDICATED);
      case AFU_DIRECTED -> Optional.of(DIRECTED);
    };
  }

  static int bits(Set<ProgrammingModel> models) {
    int bits = MULTIMODE;
    for (ProgrammingModel each : models) {
      bits |= each.bit;
    }
    return bits;
  }

  /** The models of a descriptor's field; none if it has other bits. */
  static Set<ProgrammingModel> of(int bits) {
    Set<ProgrammingModel> models = EnumSet.noneOf(ProgrammingModel.class);
    int left = bits & ~MULTIMODE;
    for (ProgrammingModel each : values()) {
      if ((left & each.bit) != 0) {
        models.add(each);
        left &= ~each.bit;
      }
    }
    return left == 0 ? models : EnumSet.noneOf(ProgrammingModel.class);
  }
}
