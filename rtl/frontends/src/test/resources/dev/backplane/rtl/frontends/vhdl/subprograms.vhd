-- Functions and procedures: loops with exit and next, returns on the way, overloading, defaults, unconstrained arguments, recursion.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity subprograms is
  port (
    clk : in  std_logic;
    a   : in  std_logic_vector(7 downto 0);
    b   : in  std_logic_vector(7 downto 0);
    n   : in  unsigned(2 downto 0);
    ones : out unsigned(3 downto 0);
    lead : out unsigned(3 downto 0);
    gray : out std_logic_vector(7 downto 0);
    bin  : out std_logic_vector(7 downto 0);
    rev  : out std_logic_vector(7 downto 0);
    crc  : out std_logic_vector(7 downto 0);
    big  : out unsigned(7 downto 0);
    two  : out std_logic_vector(15 downto 0);
    tree : out std_logic;
    bcd  : out std_logic_vector(11 downto 0);
    sq   : out unsigned(3 downto 0);
    prod : out unsigned(15 downto 0);
    acc  : out unsigned(7 downto 0);
    dflt : out std_logic_vector(8 downto 0);
    ovl  : out std_logic_vector(1 downto 0)
  );
end entity;

architecture rtl of subprograms is
  signal total : unsigned(7 downto 0) := (others => '0');
  function count(v : std_logic_vector) return natural is
    variable c : natural range 0 to v'length := 0;
  begin
    for i in v'range loop
      if v(i) = '1' then c := c + 1; end if;
    end loop;
    return c;
  end function;
  function leading(v : std_logic_vector) return natural is
    variable c : natural range 0 to 8 := 0;
  begin
    for i in v'left downto v'right loop
      exit when v(i) = '1';
      c := c + 1;
    end loop;
    return c;
  end function;
  function to_gray(v : std_logic_vector) return std_logic_vector is
  begin
    return v xor ('0' & v(v'left downto 1));
  end function;
  function from_gray(v : std_logic_vector(7 downto 0)) return std_logic_vector is
    variable r : std_logic_vector(7 downto 0);
  begin
    r(7) := v(7);
    for i in 6 downto 0 loop r(i) := r(i + 1) xor v(i); end loop;
    return r;
  end function;
  function reversed(v : std_logic_vector) return std_logic_vector is
    variable r : std_logic_vector(v'reverse_range);
  begin
    for i in v'range loop r(i) := v(i); end loop;
    return r;
  end function;
  function next_crc(crc, data : std_logic_vector(7 downto 0)) return std_logic_vector is
    variable c : std_logic_vector(7 downto 0) := crc;
  begin
    for i in 7 downto 0 loop
      next when false;
      if (c(7) xor data(i)) = '1' then c := (c(6 downto 0) & '0') xor x"31"; else c := c(6 downto 0) & '0'; end if;
    end loop;
    return c;
  end function;
  function larger(x, y : unsigned) return unsigned is
  begin
    if x > y then return x; end if;
    return y;
  end function;
  procedure swap(signal p, q : in std_logic_vector; signal r : out std_logic_vector) is
  begin
    r <= q & p;
  end procedure;
  function xor_tree(v : std_logic_vector) return std_logic is
    alias w : std_logic_vector(v'length - 1 downto 0) is v;
  begin
    if w'length = 1 then return w(0); end if;
    return xor_tree(w(w'length - 1 downto w'length / 2)) xor xor_tree(w(w'length / 2 - 1 downto 0));
  end function;
  function digits(v : unsigned(7 downto 0)) return std_logic_vector is
    variable r : unsigned(19 downto 0) := (others => '0');
  begin
    r(7 downto 0) := v;
    for i in 0 to 7 loop
      if r(11 downto 8) > 4 then r(11 downto 8) := r(11 downto 8) + 3; end if;
      if r(15 downto 12) > 4 then r(15 downto 12) := r(15 downto 12) + 3; end if;
      if r(19 downto 16) > 4 then r(19 downto 16) := r(19 downto 16) + 3; end if;
      r := r(18 downto 0) & '0';
    end loop;
    return std_logic_vector(r(19 downto 8));
  end function;
  function root(v : unsigned(7 downto 0)) return unsigned is
    variable r : unsigned(3 downto 0) := (others => '0');
    variable t : unsigned(3 downto 0);
  begin
    for i in 3 downto 0 loop
      t := r;
      t(i) := '1';
      if t * t <= v then r := t; end if;
    end loop;
    return r;
  end function;
  procedure multiply(x, y : in unsigned; variable p : out unsigned) is
    variable s : unsigned(15 downto 0) := (others => '0');
    variable i : natural := 0;
  begin
    while i < 8 loop
      if y(i) = '1' then s := s + shift_left(resize(x, 16), i); end if;
      i := i + 1;
    end loop;
    p := s;
  end procedure;
  procedure step(signal t : inout unsigned(7 downto 0); by : in unsigned) is
  begin
    t <= t + by;
  end procedure;
  function extended(v : std_logic_vector; top : std_logic := '1'; flip : boolean := false) return std_logic_vector is
  begin
    if flip then return (not top) & v; end if;
    return top & v;
  end function;
  function kind(x : integer) return std_logic_vector is begin return "01"; end function;
  function kind(x : std_logic) return std_logic_vector is begin return '1' & x; end function;
begin
  ones <= to_unsigned(count(a), 4);
  lead <= to_unsigned(leading(a), 4);
  gray <= to_gray(a);
  bin <= from_gray(a);
  rev <= reversed(a);
  crc <= next_crc(a, b);
  big <= larger(unsigned(a), unsigned(b));
  swap(a, b, two);
  tree <= xor_tree(a & b & a(6 downto 0));
  bcd <= digits(unsigned(a));
  sq <= root(unsigned(a));
  process (all)
    variable p : unsigned(15 downto 0);
  begin
    multiply(unsigned(a), unsigned(b), p);
    prod <= p;
  end process;
  process (clk)
  begin
    if rising_edge(clk) then
      step(total, n);
    end if;
  end process;
  acc <= total;
  dflt <= extended(a) xor extended(b, flip => n(0) = '1') xor extended(a, n(1));
  ovl <= kind(3) xor kind(a(0));
end architecture;
