-- Records, arrays of arrays, aliases, attributes, aggregates, dynamic indices on either side.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity structures is
  port (
    clk : in  std_logic;
    rst : in  std_logic;
    i   : in  unsigned(1 downto 0);
    j   : in  unsigned(2 downto 0);
    d   : in  std_logic_vector(7 downto 0);
    we  : in  std_logic;
    rec : out std_logic_vector(21 downto 0);
    arr : out std_logic_vector(31 downto 0);
    pickd : out std_logic_vector(7 downto 0);
    bits : out std_logic_vector(31 downto 0);
    grid_o : out std_logic_vector(31 downto 0);
    matrix_o : out std_logic_vector(11 downto 0);
    alias_o : out std_logic_vector(7 downto 0);
    attr_o : out unsigned(39 downto 0);
    rev : out std_logic_vector(7 downto 0);
    asc : out std_logic_vector(0 to 7);
    slice : out std_logic_vector(7 downto 0);
    part : out std_logic_vector(15 downto 0);
    shiftreg : out std_logic_vector(7 downto 0);
    recs_o : out std_logic_vector(35 downto 0);
    agg : out std_logic_vector(9 downto 0);
    split : out std_logic_vector(8 downto 0);
    neg_index : out std_logic_vector(4 downto 0);
    fields : out std_logic_vector(8 downto 0);
    var_arr : out std_logic_vector(7 downto 0)
  );
end entity;

architecture rtl of structures is
  type inner_t is record
    tag : std_logic_vector(3 downto 0);
    ok  : boolean;
    num : integer range -8 to 7;
  end record;
  type outer_t is record
    a, b : inner_t;
    raw  : std_logic_vector(3 downto 0);
  end record;
  constant ZERO : inner_t := (tag => "0000", ok => false, num => 0);
  type bytes_t is array (0 to 3) of std_logic_vector(7 downto 0);
  type grid_t is array (0 to 3) of bytes_t;
  type matrix_t is array (0 to 2, 3 downto 0) of std_logic;
  type recs_t is array (natural range <>) of inner_t;
  signal o : outer_t := (a => ZERO, b => (tag => x"5", ok => true, num => -3), raw => x"0");
  signal bytes : bytes_t := (others => x"a5");
  signal grid : grid_t := (others => (others => x"00"));
  signal matrix : matrix_t := (others => (others => '0'));
  signal recs : recs_t(0 to 3) := (others => ZERO);
  signal reg : std_logic_vector(31 downto 0) := (others => '0');
  signal sr : std_logic_vector(7 downto 0) := x"01";
  signal word : std_logic_vector(15 downto 0) := x"0000";
  type low_t is array (integer range <>) of std_logic;
  signal low : low_t(-2 to 2) := "00000";
  alias high_half : std_logic_vector(7 downto 0) is word(15 downto 8);
  alias flipped : std_logic_vector(0 to 7) is d;
  alias sign : std_logic is d(d'left);
  function flat(r : inner_t) return std_logic_vector is
    variable k : std_logic;
  begin
    if r.ok then k := '1'; else k := '0'; end if;
    return r.tag & k & std_logic_vector(to_signed(r.num, 4));
  end function;
  function width(v : std_logic_vector) return natural is
  begin
    return v'length;
  end function;
  signal carry : std_logic;
  signal sum : std_logic_vector(7 downto 0);
begin
  process (clk)
    variable v : bytes_t := (others => x"00");
    variable t : inner_t;
  begin
    if rising_edge(clk) then
      if rst = '1' then
        o <= (a => ZERO, b => ZERO, raw => "0000");
        bytes <= (others => (others => '0'));
        recs <= (others => ZERO);
        reg <= (others => '0');
        grid <= (others => (others => x"00"));
      else
        t := o.a;
        t.tag := d(3 downto 0);
        if we = '1' then t.ok := not t.ok; end if;
        t.num := to_integer(signed(d(7 downto 4)));
        o.b <= o.a;
        o.a <= t;
        o.raw <= t.tag xor o.b.tag;
        if we = '1' then
          bytes(to_integer(i)) <= d;
          reg(to_integer(j & i)) <= d(0);
          grid(to_integer(i))(to_integer(j(1 downto 0))) <= d;
          recs(to_integer(i)).tag <= d(3 downto 0);
          recs(to_integer(i)).ok <= d(4) = '1';
        else
          recs(to_integer(i)).num <= to_integer(signed(d(3 downto 0)));
          bytes(to_integer(i))(3 downto 0) <= d(7 downto 4);
          reg(8 * to_integer(i) + 7 downto 8 * to_integer(i)) <= d;
        end if;
      end if;
      if we = '1' then matrix(1, to_integer(i)) <= d(1); else matrix(2, 3) <= d(0); matrix(0, 0) <= d(7); end if;
      v(to_integer(i)) := v(to_integer(i)) xor d;
      var_arr <= v(to_integer(j(1 downto 0)));
      sr <= sr(6 downto 0) & (sr(7) xor sr(5));
      if we = '1' then high_half <= d; else word(7 downto 0) <= d; end if;
      low(to_integer(i) - 2) <= d(2);
      low(2) <= d(3);
    end if;
  end process;
  rec <= flat(o.a) & flat(o.b) & o.raw;
  arr <= bytes(0) & bytes(1) & bytes(2) & bytes(3);
  pickd <= bytes(to_integer(i));
  bits <= reg;
  grid_o <= grid(to_integer(i))(0) & grid(to_integer(i))(1) & grid(3)(to_integer(j(1 downto 0))) & grid(0)(3);
  gen : for r in 0 to 2 generate
    gen2 : for c in matrix'range(2) generate
      matrix_o(4 * r + c) <= matrix(r, c);
    end generate;
  end generate;
  alias_o <= high_half;
  attr_o <= to_unsigned(bytes'length, 4) & to_unsigned(matrix'length(2), 4) & to_unsigned(low'high, 4) & to_unsigned(-low'low, 4) & to_unsigned(d'left, 4) & to_unsigned(flipped'right, 4)
    & to_unsigned(grid_t'high, 4) & to_unsigned(width(d & d), 8) & to_unsigned(integer'(bytes(0)'length), 4);
  process (all)
  begin
    for k in d'reverse_range loop rev(7 - k) <= d(k); end loop;
  end process;
  asc <= flipped;
  process (all)
    variable s : natural range 0 to 7;
  begin
    s := to_integer(j);
    slice <= (others => '0');
    slice(s) <= sign;
    part <= (others => '1');
    part(2 * to_integer(j) + 1 downto 2 * to_integer(j)) <= d(1 downto 0);
  end process;
  shiftreg <= sr;
  recs_o <= flat(recs(0)) & flat(recs(1)) & flat(recs(2)) & flat(recs(3));
  agg <= (9 => d(7), 8 downto 5 => d(0), 0 => we, others => '1');
  (carry, sum) <= std_logic_vector(resize(unsigned(d), 9) + unsigned(word(7 downto 0)));
  split <= carry & sum;
  neg_index <= low(-2) & low(-1) & low(0) & low(1) & low(2);
  fields <= flat((tag => d(3 downto 0), ok => d = x"00", num => -1));
end architecture;
