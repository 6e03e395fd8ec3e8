import dev.backplane.rtl.testing.CaseArguments;
import dev.backplane.rtl.testing.KernelModel;
import java.nio.IntBuffer;

/** What vadd computes, for its tests. */
public final class VaddModel implements KernelModel {
  @Override
  public void compute(CaseArguments arguments) {
    IntBuffer a = arguments.buffer("a").asIntBuffer();
    IntBuffer b = arguments.buffer("b").asIntBuffer();
    IntBuffer c = arguments.buffer("c").asIntBuffer();
    for (int i = 0; i < arguments.number("n"); i++) {
      c.put(i, a.get(i) + b.get(i));
    }
  }
}
