package dev.backplane.runtime.fakes;

import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.Images;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Program;
import dev.backplane.api.binary.BinaryTargets;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes any image. */
final class FakeImages implements Images {
  private final FakeMemory memory;
  private final Script script;
  private @Nullable FakeProgram current;

  FakeImages(FakeMemory memory, Script script) {
    this.memory = memory;
    this.script = script;
  }

  @Override
  public Set<ImageFormat> formats() {
    return EnumSet.allOf(ImageFormat.class);
  }

  @Override
  public int slots() {
    return 1;
  }

  @Override
  public BinaryTargets targets() {
    return BinaryTargets.CARD;
  }

  @Override
  public Program load(Image image, LoadOption... options) {
    script.step("load");
    if (current != null && !current.closed && !List.of(options).contains(LoadOption.FORCE)) {
      return current;
    }
    current = new FakeProgram(memory, script);
    return current;
  }

  @Override
  public Optional<Program> loaded() {
    FakeProgram now = current;
    return now == null || now.closed ? Optional.empty() : Optional.of(now);
  }

  void forget() {
    current = null;
  }
}
