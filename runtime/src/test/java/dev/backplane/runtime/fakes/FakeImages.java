package dev.backplane.runtime.fakes;

import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Program;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes any image. */
final class FakeImages implements Images {
  private final FakeMemory memory;
  private final Script script;
  private @Nullable Program current;

  FakeImages(FakeMemory memory, Script script) {
    this.memory = memory;
    this.script = script;
  }

  @Override
  public Program load(Image image, LoadOption... options) {
    script.step("load");
    if (current != null && !List.of(options).contains(LoadOption.FORCE)) {
      return current;
    }
    Program program = new FakeProgram(memory, script);
    current = program;
    return program;
  }

  @Override
  public Optional<Program> loaded() {
    return Optional.ofNullable(current);
  }

  void forget() {
    current = null;
  }
}
