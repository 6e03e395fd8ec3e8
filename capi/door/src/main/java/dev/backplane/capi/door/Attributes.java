package dev.backplane.capi.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.capi.AfuAttributes;
import dev.backplane.api.capi.AfuMode;
import dev.backplane.api.capi.AfuRecord;
import dev.backplane.api.capi.CardAttributes;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.capi.PerstImage;
import dev.backplane.api.capi.PrefaultMode;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Attributes of cards and AFUs as texts, with the names, formats and rules that the class {@code
 * cxl} of the system has for its files.
 */
final class Attributes {
  private static final Pattern PATH =
      Pattern.compile("(card(\\d+)|afu(\\d+)\\.(\\d+)([dms]?))/(?:cr(\\d+)/)?(\\w+)");

  private Attributes() {}

  /** An attribute of a card, or of one of its AFUs. */
  record Place(int card, int slice, String node, int record, String name) {
    static Optional<Place> of(String path) {
      Matcher parts = PATH.matcher(path);
      if (!parts.matches()) {
        return Optional.empty();
      }
      boolean ofCard = parts.group(2) != null;
      return Optional.of(
          new Place(
              number(ofCard ? parts.group(2) : parts.group(3)),
              ofCard ? -1 : number(parts.group(4)),
              ofCard ? "" : parts.group(5),
              parts.group(6) == null ? -1 : number(parts.group(6)),
              parts.group(7)));
    }

    private static int number(String digits) {
      return digits.length() > 6 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }
  }

  /** {@return the text of an attribute, which ends with a newline; empty if there is none} */
  static Optional<String> get(CoherentCard card, Place place) {
    Optional<String> text =
        place.slice() < 0
            ? place.name().equals("dev")
                ? Optional.of(DeviceNumber.ofCard(place.card()))
                : ofCard(card.attributes(), place.name())
            : ofAfu(card.accelerator(place.slice()), place);
    return text.map(each -> each + "\n");
  }

  private static Optional<String> ofCard(CardAttributes card, String name) {
    return switch (name) {
      case "caia_version" -> Optional.of(card.caiaMajor() + "." + card.caiaMinor());
      case "psl_revision" -> Optional.of("" + card.pslRevision());
      case "base_image" -> Optional.of("" + card.baseImage());
      case "image_loaded" -> Optional.of(card.userImage() ? "user" : "factory");
      case "load_image_on_perst" -> Optional.of(card.loadImageOnPerst().text());
      case "perst_reloads_same_image" -> Optional.of(bit(card.perstReloadsSameImage()));
      case "psl_timebase_synced" -> Optional.of(bit(card.timebaseSynced()));
      case "tunneled_ops_supported" -> Optional.of(bit(card.tunneledOperations()));
      default -> Optional.empty();
    };
  }

  private static String bit(boolean value) {
    return value ? "1" : "0";
  }

  private static Optional<String> ofAfu(AfuAttributes afu, Place place) {
    if (place.record() >= 0) {
      List<AfuRecord> records = afu.records();
      return place.record() < records.size()
          ? ofRecord(records.get(place.record()), place.name())
          : Optional.empty();
    }
    if (!nodes(afu.mode()).contains(place.node())) {
      return Optional.empty();
    }
    boolean master = place.node().equals("m");
    return switch (place.name()) {
      case "mmio_size" -> Optional.of("" + (master ? afu.allRegisters() : afu.mmioSize()));
      case "pp_mmio_off" -> master ? Optional.of("" + afu.contextOffset()) : Optional.empty();
      case "pp_mmio_len" -> master ? Optional.of("" + afu.contextLength()) : Optional.empty();
      case "dev" ->
          place.node().isEmpty()
              ? Optional.empty()
              : Optional.of(DeviceNumber.ofNode(place.card(), place.slice(), place.node()));
      case "irqs_min" -> Optional.of("" + afu.leastInterrupts());
      case "irqs_max" -> Optional.of("" + afu.mostInterrupts());
      case "mode" -> Optional.of(afu.mode().text());
      case "modes_supported" ->
          Optional.of(
              afu.modesSupported().stream().map(AfuMode::text).collect(Collectors.joining("\n")));
      case "prefault_mode" -> Optional.of(afu.prefault().text());
      case "api_version" -> Optional.of("" + afu.apiVersion());
      case "api_version_compatible" -> Optional.of("" + afu.apiVersionCompatible());
      default -> Optional.empty();
    };
  }

  /** The ends of an AFU's names: its own, and those of its nodes. */
  private static Set<String> nodes(AfuMode mode) {
    return switch (mode) {
      case NONE -> Set.of("");
      case DEDICATED_PROCESS -> Set.of("", "d");
      case AFU_DIRECTED -> Set.of("", "m", "s");
    };
  }

  private static Optional<String> ofRecord(AfuRecord of, String name) {
    return switch (name) {
      case "vendor" -> Optional.of("0x%04x".formatted(of.vendor()));
      case "device" -> Optional.of("0x%04x".formatted(of.device()));
      case "class" -> Optional.of("0x%06x".formatted(of.classCode()));
      default -> Optional.empty();
    };
  }

  /** {@return how many bytes an attribute has that is no text; empty if there is none} */
  static OptionalLong size(CoherentCard card, Place place) {
    if (place.slice() < 0) {
      return OptionalLong.empty();
    }
    AfuAttributes afu = card.accelerator(place.slice());
    if (place.record() >= 0) {
      return place.name().equals("config") && place.record() < afu.records().size()
          ? OptionalLong.of(afu.records().get(place.record()).bytes())
          : OptionalLong.empty();
    }
    return place.name().equals("afu_err_buff") && afu.errorBufferBytes() > 0
        ? OptionalLong.of(afu.errorBufferBytes())
        : OptionalLong.empty();
  }

  /** Reads a part of an attribute that has a {@link #size}; returns how many bytes it read. */
  static int read(CoherentCard card, Place place, long offset, MemorySegment target) {
    return place.record() >= 0
        ? card.record(place.slice(), place.record(), offset, target)
        : card.errorBuffer(place.slice(), offset, target);
  }

  /**
   * Sets an attribute.
   *
   * @return false if there is none that can be set
   * @throws BackplaneException {@link ErrorCode#INVALID_ARGUMENT} for a value that it cannot have,
   *     and what the card refuses
   */
  static boolean set(CoherentCard card, Place place, String value) {
    String text = value.strip();
    if (place.slice() < 0) {
      return setOfCard(card, place.name(), text);
    }
    int slice = place.slice();
    switch (place.name()) {
      case "irqs_max" -> card.mostInterrupts(slice, whole(text));
      case "mode" -> card.mode(slice, oneOf(AfuMode.values(), AfuMode::text, text));
      case "prefault_mode" ->
          card.prefaultMode(slice, oneOf(PrefaultMode.values(), PrefaultMode::text, text));
      case "reset" -> card.resetAccelerator(slice);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean setOfCard(CoherentCard card, String name, String text) {
    switch (name) {
      case "load_image_on_perst" ->
          card.loadImageOnPerst(oneOf(PerstImage.values(), PerstImage::text, text));
      case "perst_reloads_same_image" ->
          card.perstReloadsSameImage(oneOf(new Integer[] {0, 1}, String::valueOf, text) == 1);
      case "reset" -> card.reset(oneOf(new Integer[] {1, -1}, String::valueOf, text) == -1);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static int whole(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw wrong(text).causedBy(e).build();
    }
  }

  private static <T> T oneOf(T[] values, Function<T, String> name, String text) {
    return Arrays.stream(values)
        .filter(each -> name.apply(each).equals(text))
        .findFirst()
        .orElseThrow(() -> wrong(text).build());
  }

  private static BackplaneException.Builder wrong(String text) {
    return BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "'%s' is no value of this attribute".formatted(text))
        .during("set an attribute");
  }
}
