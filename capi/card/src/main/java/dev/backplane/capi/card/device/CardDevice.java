package dev.backplane.capi.card.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Management;
import dev.backplane.api.board.FaultInjection;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.FlashContent;
import dev.backplane.api.board.FlashSlot;
import dev.backplane.api.board.HotPlug;
import dev.backplane.api.capi.AfuAttributes;
import dev.backplane.api.capi.AfuMode;
import dev.backplane.api.capi.AfuRecord;
import dev.backplane.api.capi.CardAttributes;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.capi.FlashState;
import dev.backplane.api.capi.FlashWriter;
import dev.backplane.api.capi.PerstImage;
import dev.backplane.api.capi.PrefaultMode;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.capi.card.config.Platform;
import dev.backplane.capi.card.context.AfuSlice;
import dev.backplane.capi.card.context.Card;
import dev.backplane.capi.card.context.ContextTable;
import dev.backplane.capi.card.descriptor.AfuDescriptor;
import dev.backplane.capi.card.descriptor.ConfigurationRecord;
import dev.backplane.capi.card.descriptor.ProgrammingModel;
import dev.backplane.capi.card.psl.Host;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A card, as a device that was opened. */
public final class CardDevice
    implements DriverDevice, CoherentCard, CardFlash, Management, FaultInjection {
  // Versions of the kernel's interface.
  private static final int API_VERSION = 3;
  private static final int API_VERSION_COMPATIBLE = 1;

  // Places of flash.
  private static final String FACTORY = "factory";
  private static final String USER = "user";

  /** The most that one read of a buffer gives, as the kernel does. */
  private static final int PAGE = 4096;

  private final Card card;
  private final Platform platform;

  /** Opens a card, which stays when the device is closed. */
  public CardDevice(Card card, Platform platform) {
    this.card = card;
    this.platform = platform;
  }

  @Override
  public <F extends Facet> Optional<F> facet(Class<F> type) {
    boolean has =
        type == CoherentCard.class
            || type == HotPlug.class
            || type == Management.class
            || type == FaultInjection.class
            || ((type == CardFlash.class || type == Flash.class) && platform == Platform.POWERVM);
    return has ? Optional.of(type.cast(this)) : Optional.empty();
  }

  @Override
  public FlashState state() {
    return card.flashState();
  }

  @Override
  public FlashContent content() {
    FlashState state = card.flashState();
    boolean user = card.userLoaded();
    FlashSlot.State use =
        user
            ? FlashSlot.State.ACTIVE
            : state.problem().isPresent()
                ? FlashSlot.State.DAMAGED
                : state.userBytes() == 0 ? FlashSlot.State.EMPTY : FlashSlot.State.VALID;
    return new FlashContent(
        state.place(),
        state.durable(),
        user ? USER : FACTORY,
        List.of(
            new FlashSlot(
                FACTORY, "", 0, "", user ? FlashSlot.State.VALID : FlashSlot.State.ACTIVE),
            new FlashSlot(USER, "", state.userBytes(), state.userDigest(), use)));
  }

  @Override
  public Health health() {
    return !card.isRemoved() && card.slices().stream().allMatch(slice -> slice.failure().isEmpty())
        ? Health.HEALTHY
        : Health.FAULTED;
  }

  @Override
  public Map<String, String> report() {
    Map<String, String> report = new LinkedHashMap<>();
    report.put("image", card.userLoaded() ? USER : FACTORY);
    for (AfuSlice slice : card.slices()) {
      report.put(slice.name(), slice.failure().orElse("works"));
    }
    return report;
  }

  @Override
  public void fault(String reason) {
    card.slices().forEach(slice -> slice.fault(reason));
  }

  /** Ends all contexts, as a forced reset does. */
  @Override
  public void reset() {
    card.reset(true);
  }

  @Override
  public FlashWriter open(Duration timeout) {
    return card.openFlash(timeout);
  }

  @Override
  public CardAttributes attributes() {
    return new CardAttributes(
        card.name(),
        card.identity(),
        card.host().caia(),
        0,
        card.host().psl(),
        0,
        card.userLoaded(),
        card.perstImage(),
        card.reloadsSameImage(),
        true,
        false,
        card.slices().size());
  }

  private AfuSlice slice(int number, String operation) {
    List<AfuSlice> slices = card.slices();
    if (number >= 0 && number < slices.size()) {
      return slices.get(number);
    }
    throw BackplaneException.because(
            ErrorCode.OUT_OF_RANGE, "there is no slice %d of %d".formatted(number, slices.size()))
        .during(operation)
        .on(card.name())
        .build();
  }

  @Override
  public AfuAttributes accelerator(int number) {
    AfuSlice slice = slice(number, "ask for attributes");
    AfuDescriptor descriptor = slice.descriptor();
    ContextTable contexts = slice.contexts();
    return new AfuAttributes(
        slice.name(),
        contexts.mode().map(ProgrammingModel::mode).orElse(AfuMode.NONE),
        descriptor.models().stream().map(ProgrammingModel::mode).sorted().toList(),
        slice.leastInterrupts(),
        slice.mostInterrupts(),
        slice.registerBytes(false),
        slice.registerBytes(true),
        descriptor.areaOffset(),
        descriptor.areaLength(),
        slice.prefault(),
        API_VERSION,
        API_VERSION_COMPATIBLE,
        contexts.count(),
        descriptor.errorBufferLength(),
        descriptor.records().stream()
            .map(
                each ->
                    new AfuRecord(
                        each.vendor(), each.device(), each.classCode(), each.bytes().remaining()))
            .toList());
  }

  @Override
  public int errorBuffer(int number, long offset, MemorySegment target) {
    AfuSlice slice = slice(number, "read the error buffer");
    long left = slice.descriptor().errorBufferLength() - offset;
    int length = (int) Math.min(Math.min(target.byteSize(), PAGE), left);
    if (offset < 0 || length <= 0) {
      return 0;
    }
    // Hardware gives whole words.
    int skipped = (int) (offset % Long.BYTES);
    int words = skipped + length + Long.BYTES - 1 & -Long.BYTES;
    byte[] bytes = slice.errorBuffer(offset - skipped, Math.min(words, PAGE));
    int read = Math.min(length, bytes.length - skipped);
    MemorySegment.copy(bytes, skipped, target, ValueLayout.JAVA_BYTE, 0, read);
    return read;
  }

  @Override
  public int record(int number, int index, long offset, MemorySegment target) {
    List<ConfigurationRecord> records = slice(number, "read a record").descriptor().records();
    if (index < 0 || index >= records.size()) {
      throw BackplaneException.because(
              ErrorCode.OUT_OF_RANGE,
              "there is no record %d of %d".formatted(index, records.size()))
          .during("read a record")
          .on(card.name())
          .build();
    }
    MemorySegment bytes = MemorySegment.ofBuffer(records.get(index).bytes());
    long length = Math.min(target.byteSize(), bytes.byteSize() - offset);
    if (offset < 0 || length <= 0) {
      return 0;
    }
    MemorySegment.copy(bytes, offset, target, 0, length);
    return (int) length;
  }

  @Override
  public void loadImageOnPerst(PerstImage image) {
    card.perstImage(image);
  }

  @Override
  public void perstReloadsSameImage(boolean same) {
    card.reloadsSameImage(same);
  }

  @Override
  public void reset(boolean force) {
    card.reset(force);
  }

  @Override
  public void remove() {
    card.remove();
  }

  @Override
  public void rescan() {
    card.rescan();
  }

  @Override
  public void resetAccelerator(int slice) {
    slice(slice, "reset").reset();
  }

  @Override
  public void mode(int number, AfuMode mode) {
    AfuSlice slice = slice(number, "set the mode");
    ProgrammingModel wanted = ProgrammingModel.of(mode).orElse(null);
    if (wanted != null && !slice.descriptor().models().contains(wanted)) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "it does not support the mode " + mode.text())
          .during("set the mode")
          .on(slice.name())
          .build();
    }
    slice.contexts().mode(wanted);
  }

  @Override
  public void mostInterrupts(int slice, int interrupts) {
    slice(slice, "limit interrupts").limitInterrupts(interrupts);
  }

  @Override
  public void prefaultMode(int number, PrefaultMode mode) {
    AfuSlice slice = slice(number, "set the prefault mode");
    if (mode != PrefaultMode.NONE && card.host() == Host.POWER9) {
      throw BackplaneException.because(
              ErrorCode.INVALID_ARGUMENT, "the processor has no prefault mode " + mode.text())
          .during("set the prefault mode")
          .on(slice.name())
          .remedy("Leave it at " + PrefaultMode.NONE.text())
          .build();
    }
    slice.prefault(mode);
  }

  @Override
  public void close() {
    // The card stays.
  }
}
