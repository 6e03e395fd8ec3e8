package dev.backplane.opae.driver;

import dev.backplane.api.BackplaneException;
import dev.backplane.driverkit.MemoryMap;
import dev.backplane.ffi.GivenAddresses;
import dev.backplane.ffi.RawMemory;
import dev.backplane.opae.abi.FpgaProperties;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.PropertyField;
import dev.backplane.opae.abi.TableLayout;
import dev.backplane.opae.abi.TokenHeader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells what the tokens of a plugin stand for. Tokens of OPAE's own plugins begin with a header
 * that says so. By the plugin architecture they are what the plugin likes, even plain numbers, and
 * then its properties say it: a header is taken for one only if the properties do not contradict
 * it.
 */
final class TokenHeaders {
  private static final int MOST_INTERFACES = 16;
  private static final int DEVICES = 32;
  private static final int FUNCTIONS = 8;

  /** More than any plugin has at a time. */
  private static final int MOST_CONFIRMED = 4096;

  /** Asks a plugin for the properties of a token. */
  @FunctionalInterface
  interface Properties {
    int ask(long token, FpgaProperties fields, MemorySegment place);
  }

  /**
   * An answer that says what a token stands for.
   *
   * @param header what it stands for
   * @param isOfToken whether the token begins with that, and the properties have not said it
   */
  record Known(TokenHeader header, boolean isOfToken) {}

  private final Properties properties;
  private final TableLayout layout;
  private final boolean isTried;
  private final Function<String, BackplaneException> wrong;

  /** Headers that the properties have agreed with. */
  private final Set<TokenHeader> confirmed = new HashSet<>();

  /**
   * Knows nothing yet.
   *
   * @param isTried whether the plugin has listed its resources before, where it could do no harm
   * @param wrong makes the error of a problem
   */
  TokenHeaders(
      Properties properties,
      TableLayout layout,
      boolean isTried,
      Function<String, BackplaneException> wrong) {
    this.properties = properties;
    this.layout = layout;
    this.isTried = isTried;
    this.wrong = wrong;
  }

  /** {@return whether headers may be shorter, or there are none} */
  boolean isOld() {
    return layout.compareTo(TableLayout.D) <= 0;
  }

  /**
   * {@return which tokens are addresses of as much memory as a header has} One that is no address
   * of memory may be a number. It is given to the plugin's own functions only where they have taken
   * it before.
   */
  boolean[] readable(long[] found, Arena arena) {
    boolean[] readable = new boolean[found.length];
    if (GivenAddresses.canBeRead(found, TokenHeader.BYTES, arena)) {
      Arrays.fill(readable, true);
      return readable;
    }
    // The map says which of them it is, or that the kernel does not read here for this process.
    MemoryMap memory = MemoryMap.now();
    for (int i = 0; i < found.length; i++) {
      readable[i] = memory.mayBeRead(found[i], TokenHeader.BYTES);
      if (!memory.mayBeRead(found[i], 1) && !isTried) {
        throw wrong.apply("it gave a token at 0x%x, where no memory is".formatted(found[i]));
      }
    }
    return readable;
  }

  /** {@return what a token stands for} */
  Known of(long token, boolean isReadable, FpgaProperties fields, MemorySegment place) {
    TokenHeader begin = isReadable ? plausible(token) : null;
    if (begin != null && confirmed.contains(begin)) {
      return new Known(begin, true);
    }
    fields.erase();
    int result = properties.ask(token, fields, place);
    if (begin != null && (result != FpgaResult.OK || agrees(begin, fields))) {
      if (confirmed.size() == MOST_CONFIRMED) {
        confirmed.clear();
      }
      confirmed.add(begin);
      return new Known(begin, true);
    }
    long type = fields.has(PropertyField.OBJECT_TYPE) ? fields.get(PropertyField.OBJECT_TYPE) : -1;
    // Plugins of old releases wrote another structure, of which nothing here is to be believed.
    if (isOld() || result != FpgaResult.OK || !isObjectType(type)) {
      throw wrong.apply(
          "its token does not begin with the header of a token%s"
              .formatted(
                  isOld()
                      ? "; releases of OPAE before 2.0.8 had none, and are not supported"
                      : ", and its properties do not say what it stands for: fpgaGetProperties"
                          + " answers %d, object type %s"
                              .formatted(result, type == -1 ? "missing" : type)));
    }
    return new Known(header(fields, (int) type), false);
  }

  private static boolean isObjectType(long type) {
    return type == TokenHeader.DEVICE || type == TokenHeader.ACCELERATOR;
  }

  private static @Nullable TokenHeader plausible(long token) {
    TokenHeader header = TokenHeader.read(token);
    boolean isPlausible =
        RawMemory.getLong(token) != 0
            && isObjectType(header.objectType())
            && Integer.compareUnsigned(header.hostInterface(), MOST_INTERFACES) < 0
            && header.device() < DEVICES
            && header.function() < FUNCTIONS;
    return isPlausible ? header : null;
  }

  private static boolean agrees(TokenHeader header, FpgaProperties fields) {
    return is(fields, PropertyField.OBJECT_TYPE, header.objectType())
        && is(fields, PropertyField.SEGMENT, header.segment())
        && is(fields, PropertyField.BUS, header.bus())
        && is(fields, PropertyField.DEVICE, header.device())
        && is(fields, PropertyField.FUNCTION, header.function())
        && is(fields, PropertyField.VENDOR_ID, header.vendorId())
        && is(fields, PropertyField.DEVICE_ID, header.deviceId());
  }

  private static boolean is(FpgaProperties fields, PropertyField field, long value) {
    return !fields.has(field) || fields.get(field) == value;
  }

  private static TokenHeader header(FpgaProperties fields, int type) {
    return new TokenHeader(
        number(fields, PropertyField.VENDOR_ID),
        number(fields, PropertyField.DEVICE_ID),
        number(fields, PropertyField.SEGMENT),
        number(fields, PropertyField.BUS),
        number(fields, PropertyField.DEVICE),
        number(fields, PropertyField.FUNCTION),
        number(fields, PropertyField.INTERFACE),
        type,
        fields.has(PropertyField.OBJECT_ID) ? fields.get(PropertyField.OBJECT_ID) : 0,
        fields.has(PropertyField.GUID) ? fields.guid() : new UUID(0, 0),
        number(fields, PropertyField.SUBSYSTEM_VENDOR_ID),
        number(fields, PropertyField.SUBSYSTEM_DEVICE_ID));
  }

  private static int number(FpgaProperties fields, PropertyField field) {
    return fields.has(field) ? (int) fields.get(field) : 0;
  }
}
