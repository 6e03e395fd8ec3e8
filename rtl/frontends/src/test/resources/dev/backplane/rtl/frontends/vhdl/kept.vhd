-- What keeps its first value, all of it or the parts that nothing assigns, and variables that are
-- read behind an assignment at a computed index.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity kept is
  port (
    clk : in std_logic;
    d : in std_logic;
    i : in unsigned(2 downto 0);
    fields, other : out std_logic_vector(14 downto 0);
    words : out unsigned(23 downto 0);
    color : out std_logic_vector(1 downto 0);
    itself, chosen : out unsigned(2 downto 0);
    bits : out std_logic_vector(6 downto 0);
    added, later : out unsigned(2 downto 0);
    counted : out unsigned(3 downto 0)
  );
end;
architecture rtl of kept is
  type fields_t is record
    f : std_logic;
    u : unsigned(8 downto 0);
    s : signed(0 to 4);
  end record;
  type words_t is array (0 to 2) of unsigned(7 downto 0);
  type color_t is (red, green, blue);
  constant FIRST : fields_t := (f => '1', u => "101000110", s => "00101");
  signal r, q : fields_t := FIRST;
  signal w : words_t := (x"5A", x"A7", x"33");
  signal c, e : color_t;
  signal same : unsigned(2 downto 0) := "101";
  signal vector : std_logic_vector(0 to 6) := "1100101";
begin
  process (clk)
    variable v : unsigned(1 downto 0) := "11";
    variable unchanged : unsigned(2 downto 0) := "110";
    variable count : unsigned(3 downto 0) := "0110";
  begin
    if rising_edge(clk) then
      if d = '1' then
        r.u <= r.u + i;
        w(1) <= w(1) - i;
        vector(2 to 3) <= std_logic_vector(i(1 downto 0));
      end if;
      q.s(0) <= d;
      c <= c;
      if d = '1' then
        e <= blue;
      end if;
      e <= e;
      same <= same;
      unchanged := unchanged;
      chosen <= unchanged + i;
      v(to_integer(i) mod 2) := d;
      added <= i + v;
      if v = 2 then
        count(to_integer(i) mod 4) := not count(3);
      end if;
      later <= i - v(1 downto 1) - count(2 downto 1);
      counted <= count;
    end if;
  end process;
  fields <= r.f & std_logic_vector(r.u) & std_logic_vector(r.s);
  other <= q.f & std_logic_vector(q.u) & std_logic_vector(q.s);
  words <= w(0) & w(1) & w(2);
  color <= "01" when c = red and e /= green else "10";
  itself <= same;
  bits <= vector;
end;
