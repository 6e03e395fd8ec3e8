package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.ErrorCode;
import dev.backplane.api.opae.SystemObject;
import dev.backplane.api.opae.SystemObjects;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Objects that are found by name. */
@Needs(SystemObjects.class)
public abstract class SystemObjectsConformance extends Conformance {
  private static final Set<SystemObjects.Option> PATTERN = Set.of(SystemObjects.Option.PATTERN);

  /** A conformance class. */
  protected SystemObjectsConformance() {}

  private SystemObjects objects() {
    return rig().facet(rig().open(), SystemObjects.class);
  }

  @Test
  void aNameThatNothingHasIsNotFound() {
    SystemObjects objects = objects();
    refuses(ErrorCode.NO_SUCH_DEVICE, () -> objects.object("no_such_object", Set.of()));
    refuses(ErrorCode.NO_SUCH_DEVICE, () -> objects.object("no_such_*", PATTERN));
    refuses(ErrorCode.NO_SUCH_DEVICE, () -> objects.object("../etc/passwd", Set.of()));
  }

  @Test
  void anObjectIsAContainerOrHasBytes() {
    SystemObject object = objects().object("*", PATTERN);
    if (object.isContainer()) {
      assertThat(object.size()).isNotNegative();
      refuses(ErrorCode.INVALID_ARGUMENT, object::read64);
      refuses(ErrorCode.OUT_OF_RANGE, () -> object.objectAt(object.size()));
    } else {
      byte[] bytes = new byte[(int) object.size()];
      object.read(0, MemorySegment.ofArray(bytes));
      refuses(
          ErrorCode.OUT_OF_RANGE,
          () -> object.read(bytes.length, MemorySegment.ofArray(new byte[1])));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> object.object("anything", Set.of()));
      refuses(ErrorCode.INVALID_ARGUMENT, () -> object.objectAt(0));
    }
    object.close();
    closedAgain(object);
  }
}
