package dev.backplane.capi.card.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.HotPlug;
import dev.backplane.api.capi.AdapterIdentity;
import dev.backplane.api.capi.AfuAttributes;
import dev.backplane.api.capi.AfuMode;
import dev.backplane.api.capi.AfuRecord;
import dev.backplane.api.capi.CardAttributes;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.capi.PerstImage;
import dev.backplane.api.capi.PrefaultMode;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A card of the machine, by the attributes of the system's class {@code cxl}. */
final class SystemCard implements DriverDevice, CoherentCard {
  /** The system does not tell how many contexts are open. */
  private static final int UNKNOWN = -1;

  private static final String ERROR_BUFFER = "afu_err_buff";
  private static final String RECORD = "config";

  private final ClassFolder attributes;

  /** The folder of the file {@code rescan}, which makes the system look for cards. */
  private final Path rescan;

  private final @Nullable CardFlash flash;

  /**
   * A card.
   *
   * @param attributes its attributes
   * @param rescan the folder of the file {@code rescan}
   * @param flash its flash, where the system lets it be written
   */
  SystemCard(ClassFolder attributes, Path rescan, @Nullable CardFlash flash) {
    this.attributes = attributes;
    this.rescan = rescan;
    this.flash = flash;
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    if (type == CardFlash.class || type == Flash.class) {
      return Optional.ofNullable(flash).map(type::cast);
    }
    boolean has = type == CoherentCard.class || type == HotPlug.class;
    return has ? Optional.of(type.cast(this)) : Optional.empty();
  }

  @Override
  public CardAttributes attributes() {
    String[] caia = attributes.text("caia_version").split("\\.", 2);
    return new CardAttributes(
        attributes.name(),
        identity(),
        part(caia, 0),
        part(caia, 1),
        (int) attributes.number("psl_revision"),
        (int) attributes.number("base_image"),
        attributes.text("image_loaded").equals("user"),
        constant(PerstImage.values(), PerstImage::text, "load_image_on_perst"),
        attributes.number("perst_reloads_same_image", 0) == 1,
        attributes.number("psl_timebase_synced", 0) == 1,
        attributes.number("tunneled_ops_supported", 0) == 1,
        attributes.below("afu").size());
  }

  /** {@return the card's ids on its bus; 0 where the system does not tell one} */
  private AdapterIdentity identity() {
    return new AdapterIdentity(
        (int) attributes.number("device/vendor", 0),
        (int) attributes.number("device/device", 0),
        (int) attributes.number("device/subsystem_vendor", 0),
        (int) attributes.number("device/subsystem_device", 0));
  }

  private int part(String[] version, int index) {
    try {
      return Integer.parseInt(version[index]);
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw unreadable("caia_version", String.join(".", version));
    }
  }

  private <E> E constant(E[] constants, Function<E, String> text, String attribute) {
    return constant(attributes, constants, text, attribute);
  }

  private <E> E constant(
      ClassFolder folder, E[] constants, Function<E, String> text, String attribute) {
    String value = folder.text(attribute);
    return Arrays.stream(constants)
        .filter(each -> text.apply(each).equals(value))
        .findFirst()
        .orElseThrow(() -> unreadable(attribute, value));
  }

  private BackplaneException unreadable(String attribute, String value) {
    return BackplaneException.because(
            ErrorCode.PROTOCOL_VIOLATION, "'%s' is not known".formatted(value))
        .during("read attribute " + attribute)
        .on(attributes.name())
        .build();
  }

  private ClassFolder accelerator(int slice, String operation) {
    String end = "." + slice;
    List<ClassFolder> all = attributes.below("afu");
    return all.stream()
        .filter(each -> each.name().endsWith(end))
        .findFirst()
        .orElseThrow(
            () ->
                BackplaneException.because(
                        ErrorCode.OUT_OF_RANGE,
                        "there is no slice %d of %d".formatted(slice, all.size()))
                    .during(operation)
                    .on(attributes.name())
                    .build());
  }

  @Override
  public AfuAttributes accelerator(int slice) {
    ClassFolder afu = accelerator(slice, "ask for attributes");
    ClassFolder all = new ClassFolder(afu.calls(), afu.folder().resolve(afu.name() + "m"));
    boolean hasMaster = all.has("pp_mmio_len");
    return new AfuAttributes(
        afu.name(),
        constant(afu, AfuMode.values(), AfuMode::text, "mode"),
        afu.text("modes_supported")
            .lines()
            .flatMap(
                line -> Arrays.stream(AfuMode.values()).filter(each -> each.text().equals(line)))
            .toList(),
        (int) afu.number("irqs_min"),
        (int) afu.number("irqs_max"),
        afu.number("mmio_size"),
        hasMaster ? all.number("mmio_size") : afu.number("mmio_size"),
        hasMaster ? all.number("pp_mmio_off") : 0,
        hasMaster ? all.number("pp_mmio_len") : 0,
        constant(afu, PrefaultMode.values(), PrefaultMode::text, "prefault_mode"),
        (int) afu.number("api_version"),
        (int) afu.number("api_version_compatible"),
        UNKNOWN,
        afu.size(ERROR_BUFFER),
        afu.below("cr").stream()
            .map(
                record ->
                    new AfuRecord(
                        (int) record.number("vendor"),
                        (int) record.number("device"),
                        (int) record.number("class"),
                        (int) record.size(RECORD)))
            .toList());
  }

  @Override
  public int errorBuffer(int slice, long offset, MemorySegment target) {
    ClassFolder afu = accelerator(slice, "read the error buffer");
    return afu.size(ERROR_BUFFER) == 0 ? 0 : afu.bytes(ERROR_BUFFER, offset, target);
  }

  @Override
  public int record(int slice, int number, long offset, MemorySegment target) {
    List<ClassFolder> records = accelerator(slice, "read a record").below("cr");
    if (number < 0 || number >= records.size()) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "there is no record %d of %d".formatted(number, records.size()))
          .during("read a record")
          .on(attributes.name())
          .build();
    }
    return records.get(number).bytes(RECORD, offset, target);
  }

  @Override
  public void loadImageOnPerst(PerstImage image) {
    attributes.write("load_image_on_perst", image.text());
  }

  @Override
  public void perstReloadsSameImage(boolean same) {
    attributes.write("perst_reloads_same_image", same ? "1" : "0");
  }

  @Override
  public void reset(boolean force) {
    attributes.write("reset", force ? "-1" : "1");
  }

  @Override
  public void remove() {
    attributes.write("device/remove", "1");
  }

  @Override
  public void rescan() {
    new ClassFolder(attributes.calls(), rescan).write("rescan", "1");
  }

  @Override
  public void resetAccelerator(int slice) {
    accelerator(slice, "reset").write("reset", "1");
  }

  @Override
  public void mode(int slice, AfuMode mode) {
    accelerator(slice, "set the mode").write("mode", mode.text());
  }

  @Override
  public void mostInterrupts(int slice, int interrupts) {
    accelerator(slice, "limit interrupts").write("irqs_max", Integer.toString(interrupts));
  }

  @Override
  public void prefaultMode(int slice, PrefaultMode mode) {
    accelerator(slice, "set the prefault mode").write("prefault_mode", mode.text());
  }

  @Override
  public void close() {
    // The card stays.
  }
}
