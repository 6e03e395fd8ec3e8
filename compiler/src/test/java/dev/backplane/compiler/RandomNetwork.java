package dev.backplane.compiler;

import dev.backplane.compiler.component.TypedGraph;
import dev.backplane.compiler.ir.Shape;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Random networks: the same for the same seed. */
final class RandomNetwork {
  /** A tensor between layers has so many elements at most, so that checks stay short. */
  private static final int LARGEST = 150;

  private final Compiler compiler;
  private final RandomGenerator random;

  private RandomNetwork(Compiler compiler, long seed) {
    this.compiler = compiler;
    this.random = new Random(seed);
  }

  /** {@return a chain of so many layers, quantised: normalisations may have been folded} */
  static Chain of(Compiler compiler, long seed, int layers) {
    return new RandomNetwork(compiler, seed).chain(layers);
  }

  private Chain chain(int layers) {
    int width = random.nextInt(2, 9);
    int[] extents = random.ints(random.nextInt(1, 4), 1, 7).toArray();
    Chain chain = new Chain(Networks.input(width, random.nextInt(-4, width), extents), List.of());
    while (chain.layers().size() < layers) {
      chain = longer(chain);
    }
    return Chain.of(compiler.quantize(chain.graph()));
  }

  /** A layer that does not fit is left out, and another is tried. */
  private Chain longer(Chain chain) {
    TypedGraph typed = compiler.infer(compiler.quantize(chain.graph()));
    Shape shape = typed.type(typed.order().getLast()).shape();
    List<RandomLayer> fitting =
        RandomLayer.ALL.stream().filter(layer -> layer.fits().test(shape)).toList();
    RandomLayer layer = fitting.get(random.nextInt(fitting.size()));
    Chain longer =
        chain.then(new Chain.Layer(layer.type(), layer.attributes().apply(random, shape)));
    try {
      TypedGraph result = compiler.infer(compiler.quantize(longer.graph()));
      return result.type(result.order().getLast()).shape().size() > LARGEST ? chain : longer;
    } catch (CompilerException e) {
      return chain;
    }
  }
}
