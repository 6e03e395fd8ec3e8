package dev.backplane.capi.card.kernel;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.board.FlashContent;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.FlashState;
import dev.backplane.api.capi.FlashWriter;
import dev.backplane.capi.card.abi.AdapterImageBytes;
import dev.backplane.capi.card.abi.CxlIoctl;
import dev.backplane.capi.card.abi.IoctlEncoding;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** The flash of a card of the machine, through the card's node. */
final class KernelFlash implements CardFlash {
  private final KernelCalls calls;
  private final Path node;
  private final String card;

  KernelFlash(KernelCalls calls, Path node, String card) {
    this.calls = calls;
    this.node = node;
    this.card = card;
  }

  @Override
  public FlashState state() {
    throw untold();
  }

  private BackplaneException untold() {
    return BackplaneException.because(
            ErrorCode.NOT_SUPPORTED, "the kernel does not tell what the flash holds")
        .during("ask for the flash")
        .on(card)
        .remedy("Ask the attributes of the card which image is loaded")
        .build();
  }

  @Override
  public FlashContent content() {
    throw untold();
  }

  /** Waits in the kernel for another writer to end, however long that takes. */
  @Override
  public FlashWriter open(Duration timeout) {
    return new Writer(new ContextFile(calls, node, card));
  }

  private record Writer(ContextFile file) implements FlashWriter {
    private static final String OPERATION = "write the flash";

    @Override
    public boolean write(Pass pass, MemorySegment data, long imageLength, Header header) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment chunk = arena.allocate(Math.max(1, data.byteSize()));
        MemorySegment.copy(data, 0, chunk, 0, data.byteSize());
        MemorySegment argument = arena.allocate(AdapterImageBytes.BYTES, Long.BYTES);
        AdapterImageBytes.write(
            header == Header.PREPENDED, chunk.address(), data.byteSize(), imageLength, argument);
        return call(
                pass == Pass.DOWNLOAD ? CxlIoctl.DOWNLOAD_IMAGE : CxlIoctl.VALIDATE_IMAGE, argument)
            > 0;
      }
    }

    private int call(CxlIoctl call, MemorySegment argument) {
      try {
        return file.ioctl(OPERATION, call, argument);
      } catch (KernelError e) {
        throw e.during(OPERATION, file.resource());
      }
    }

    @Override
    public int ioctl(int request, MemorySegment argument) {
      IoctlEncoding encoding = IoctlEncoding.ofMachine();
      CxlIoctl call =
          Stream.of(CxlIoctl.DOWNLOAD_IMAGE, CxlIoctl.VALIDATE_IMAGE)
              .filter(each -> (int) each.number(encoding) == request)
              .findFirst()
              .orElseThrow(
                  () ->
                      BackplaneException.because(
                              ErrorCode.INVALID_ARGUMENT,
                              "0x%x is no request of a card".formatted(request))
                          .during(OPERATION)
                          .on(file.resource())
                          .remedy("Use CXL_IOCTL_DOWNLOAD_IMAGE or CXL_IOCTL_VALIDATE_IMAGE")
                          .build());
      return call(call, argument);
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
